import { call, listener, walkArea } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const open = (world: World) => {
  world.start('changePassword');
  world.actor.send({ type: 'current.change', currentPassword: ' Old ' });
  world.actor.send({ type: 'new.change', newPassword: ' Se cret1 ' });
  world.actor.send({ type: 'confirm.change', confirmPassword: ' Se cret1 ' });
};

const UNAUTHORIZED = { type: 'request.unauthorized', access: 'customer', path: '/orders', token: 'T' } as const;

walkArea('change-password', () => {
  call('changePassword', 'changePassword', {
    open,
    act: ({ actor }) => actor.send({ type: 'form.submit' }),
    does: [
      { sent: 'changePassword', body: { currentPassword: ' Old ', newPassword: ' Se cret1 ' }, token: 'T' },
      { done: 'changePassword', output: undefined },
    ],
  });
  listener('changePassword', 'watchSession', {
    act: (world) => world.start('changePassword'),
    starts: [],
    listening: ['session'],
    hears: [
      [
        ({ app }) => app.session.send(UNAUTHORIZED),
        [{ session: UNAUTHORIZED }, { removed: 'token' }, { removed: 'user' }, { heard: { type: 'session.ended' } }],
      ],
    ],
  });
});
