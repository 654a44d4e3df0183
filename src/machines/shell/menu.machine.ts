import { assign, setup } from 'xstate';
import { withEvent } from '../parts.ts';
import { listenerSlot, notProvided, slot } from '../slots.ts';

/** The header's Profile dropdown, the mobile menu, and the greeting in the top bar (§2 Global layout). */

export interface MenuContext {
  /** The shopper's name; empty for a guest. */
  readonly name: string;
}

export type MenuEvent =
  | { readonly type: 'session.signedIn'; readonly name: string }
  | { readonly type: 'session.signedOut' }
  | { readonly type: 'profile.toggle' }
  | { readonly type: 'profile.close' }
  | { readonly type: 'mobile.toggle' }
  | { readonly type: 'mobile.close' }
  | { readonly type: 'outside.pressed' }
  | { readonly type: 'path.changed' }
  | { readonly type: 'screen.widened' }
  | { readonly type: 'logout.choose' };

export const menuMachine = setup({
  types: { context: {} as MenuContext, events: {} as MenuEvent, tags: {} as 'signedIn' },
  actors: {
    /** Sends `session.signedIn` for each name and `session.signedOut`. */
    watchSession: listenerSlot(),
    /** Sends `outside.pressed` and `screen.widened`. */
    watchPage: listenerSlot(),
  },
  actions: {
    logOut: notProvided,
    setName: assign({ name: (_, params: { name: string }) => params.name }),
    forgetName: assign({ name: '' }),
  },
  guards: { hasName: (_, { name }: { name: string }) => name.trim() !== '' },
}).createMachine({
  id: 'menu',
  description: 'The menus of the header and the greeting.',
  context: { name: '' },
  type: 'parallel',
  invoke: [slot('watchSession'), slot('watchPage')],
  states: {
    profile: {
      description: 'The Profile dropdown of a logged-in shopper.',
      initial: 'absent',
      on: { 'session.signedOut': '.absent' },
      states: {
        absent: {
          description: 'Guests see Sign Up and Login instead.',
          on: { 'session.signedIn': 'closed' },
        },
        closed: {
          description: 'Only the Profile button is shown.',
          tags: ['signedIn'],
          on: { 'profile.toggle': 'open' },
        },
        open: {
          description: 'My Profile and Logout are shown.',
          tags: ['signedIn'],
          on: {
            'profile.toggle': 'closed',
            'profile.close': 'closed',
            'outside.pressed': 'closed',
            'path.changed': 'closed',
            'logout.choose': { target: 'absent', actions: 'logOut' },
          },
        },
      },
    },
    mobile: {
      description: 'The menu of small screens.',
      initial: 'closed',
      states: {
        closed: { description: 'Only the menu button is shown.', on: { 'mobile.toggle': 'open' } },
        open: {
          description: 'Home, Cart, and profile or login links.',
          on: {
            'mobile.toggle': 'closed',
            'mobile.close': 'closed',
            'outside.pressed': 'closed',
            'path.changed': 'closed',
            'screen.widened': 'closed',
          },
        },
      },
    },
    greeting: {
      description: 'The greeting in the top bar.',
      initial: 'generic',
      on: {
        'session.signedIn': [
          {
            description: 'The account has a name.',
            guard: withEvent('hasName'),
            target: '.named',
            actions: withEvent('setName'),
          },
          { description: 'The account has no name.', target: '.generic', actions: 'forgetName' },
        ],
        'session.signedOut': { target: '.generic', actions: 'forgetName' },
      },
      states: {
        generic: { description: 'A guest, or a shopper without a known name.' },
        named: { description: 'The shopper is greeted by name.' },
      },
    },
  },
});
