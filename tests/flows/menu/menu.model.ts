import { defineModel } from '../../../model-testing.config.ts';
import { menuMachine } from '../../../src/machines/shell/menu.machine.ts';
import { defineActs } from 'model-testing/model/define';
import { key, press } from 'model-testing/view/act';

/** The links of each menu are a separate landmark. */
export const PROFILE = { role: 'navigation', name: 'Profile' };
export const MAIN = { role: 'navigation', name: 'Main' };
const EVERYBODYS = ['Home', 'All Products', 'Cart'];

export const menuModel = defineModel({
  flow: 'menu',
  machine: menuMachine,
  inputs: { '': undefined },
  events: {
    'session.signedIn': { sentBy: 'watchSession', cases: { Jane: { name: 'Jane' }, 'without a name': { name: '' } } },
    'session.signedOut': { sentBy: 'watchSession', cases: { '': {} } },
    'outside.pressed': { sentBy: 'watchPage', cases: { '': {} } },
    'screen.widened': { sentBy: 'watchPage', cases: { '': {} } },
    'profile.toggle': { '': {} },
    'profile.close': { '': {} },
    'mobile.toggle': { '': {} },
    'mobile.close': { '': {} },
    'path.changed': { '': {} },
    'logout.choose': { '': {} },
  },
  acts: defineActs<typeof menuMachine>({
    'profile.toggle': press('button', 'Profile'),
    // A link in a menu closes the menu, whether the address changes or not.
    'profile.close': (_, snapshot) =>
      snapshot.matches({ profile: 'open' })
        ? [key('Escape', 'button', 'Profile'), press('link', 'My Profile', PROFILE)]
        : null,
    'logout.choose': press('button', 'Logout', PROFILE),
    'mobile.toggle': press('button', /^(Menu|Close menu)$/),
    'mobile.close': (_, snapshot) =>
      snapshot.matches({ mobile: 'open' })
        ? [
            key('Escape', 'button', 'Close menu'),
            ...[...EVERYBODYS, ...(snapshot.hasTag('signedIn') ? ['My Profile'] : ['Login', 'Sign Up'])].map((name) =>
              press('link', name, MAIN),
            ),
          ]
        : null,
    'path.changed': { sentIn: 'src/routes/shell/header.late.tsx' },
  }),
  done: {},
  delays: {},
  beyond: [{ what: /session\.signedOut .*, from (profile\.absent|greeting\.generic)$/, why: '§6: a guest stays one' }],
  states: {
    'profile.absent': (snapshot) => snapshot.matches({ profile: 'absent' }),
    'profile.closed': (snapshot) => snapshot.matches({ profile: 'closed' }),
    'profile.open': (snapshot) => snapshot.matches({ profile: 'open' }),
    'mobile.closed': (snapshot) => snapshot.matches({ mobile: 'closed' }),
    'mobile.open': (snapshot) => snapshot.matches({ mobile: 'open' }),
    'greeting.generic': (snapshot) => snapshot.matches({ greeting: 'generic' }),
    'greeting.named': (snapshot) => snapshot.matches({ greeting: 'named' }),
  },
  invariants: {
    'a guest is not greeted by name': ({ snapshot }) =>
      snapshot.matches({ greeting: 'named' }) === (snapshot.context.name !== ''),
    'who is logged in without a name is welcomed without one, and the menus stay as they are': ({
      step,
      before,
      snapshot,
    }) =>
      step?.label !== 'watchSession sends session.signedIn(without a name)' ||
      (snapshot.matches({ greeting: 'generic' }) && before?.value.mobile === snapshot.value.mobile),
    'logging out is asked for by nothing but Logout': ({ step, effects }) =>
      effects.length === 0 || step?.label.startsWith('logout.choose') === true,
  },
});
