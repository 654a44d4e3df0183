import { setup } from 'xstate';
import { listenerSlot, slot } from '../slots.ts';

/**
 * The browser's network status and the visibility of this page, for as long as the page lives. The header's mark and
 * every payment use it (Q13, U5).
 */

export type ConnectionEvent =
  | { readonly type: 'network.lost' }
  | { readonly type: 'network.back' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' };

export const connectionMachine = setup({
  types: { events: {} as ConnectionEvent },
  actors: {
    /** Sends the current status immediately, and each change. */
    watchBrowser: listenerSlot(),
  },
}).createMachine({
  id: 'connection',
  description: 'Whether the browser has a network, and whether the page is visible.',
  type: 'parallel',
  invoke: slot('watchBrowser'),
  states: {
    network: {
      description: 'The network, according to the browser.',
      initial: 'online',
      states: {
        online: {
          description: 'There is a network, which may still not reach the shop.',
          on: { 'network.lost': 'offline' },
        },
        offline: { description: 'There is no network. The header shows this.', on: { 'network.back': 'online' } },
      },
    },
    page: {
      description: 'Whether the page is visible.',
      initial: 'visible',
      states: {
        visible: { description: 'The page is visible.', on: { 'page.hidden': 'hidden' } },
        hidden: {
          description: 'Another tab, another app or a locked screen hides the page.',
          on: { 'page.visible': 'visible' },
        },
      },
    },
  },
});
