import { setup } from 'xstate';
import { listenerSlot, slot } from '../slots.ts';

/**
 * What the browser says of its network, and whether anybody looks at this page, for as long as the page lives: the
 * header's mark and every payment go by it (Q13, U5).
 */

export type ConnectionEvent =
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' };

export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent },
  actors: {
    /** Sends how things are at once, and whenever they are otherwise. */
    watchBrowser: listenerSlot(),
  },
}).createMachine({
  id: 'connection',
  description: 'Whether the browser has a network, and whether this page is seen.',
  type: 'parallel',
  invoke: slot('watchBrowser'),
  states: {
    network: {
      description: 'The network, as the browser tells of it.',
      initial: 'online',
      states: {
        online: {
          description: 'There is a network; it may still not lead to the shop.',
          on: { 'network.lost': 'offline' },
        },
        offline: { description: 'There is no network: the header says so.', on: { 'network.back': 'online' } },
      },
    },
    page: {
      description: 'Whether somebody can look at this page.',
      initial: 'visible',
      states: {
        visible: { description: 'The page is in front.', on: { 'page.hidden': 'hidden' } },
        hidden: {
          description: 'Another tab, another app or a locked screen is in front.',
          on: { 'page.visible': 'visible' },
        },
      },
    },
  },
});
