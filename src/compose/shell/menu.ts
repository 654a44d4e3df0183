import { menuMachine } from '../../machines/shell/menu.machine.ts';
import type { MenuEvent } from '../../machines/shell/menu.machine.ts';
import { getShopperName } from '../../rules/account/session.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, onOutsideEvent, stopAll, watchPresent } from '../listen.ts';
import { watchScreen } from '../screen.ts';

export function menuMachines(env: ComposeEnv) {
  const menu = menuMachine.provide({
    actors: {
      watchSession: createListener<MenuEvent>((send) =>
        watchPresent(env.session(), getShopperName, (name) => send({ type: 'session.signedIn', name }), {
          onAbsent: () => send({ type: 'session.signedOut' }),
        }),
      ),
      watchPage: createListener<MenuEvent>((send) =>
        stopAll(
          env.on(
            'pointerdown',
            onOutsideEvent('[data-menu]', () => send({ type: 'outside.pressed' })),
          ),
          watchScreen(env, { large: () => send({ type: 'screen.widened' }) }),
        ),
      ),
    },
    actions: { logOut: () => env.session().send({ type: 'session.logout' }) },
  });

  return { menu };
}
