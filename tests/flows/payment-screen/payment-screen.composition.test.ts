import { listener, walkArea } from '../support/walks.ts';

const REFUSED = { type: 'request.unauthorized', access: 'customer', path: '/orders/my', token: 'T' } as const;

walkArea('payment-screen', () => {
  listener('paymentScreen', 'watchSession', {
    act: (world) => world.start('paymentScreen'),
    starts: [],
    listening: ['session'],
    hears: [
      [
        ({ app }) => app.session.send(REFUSED),
        [{ session: REFUSED }, { removed: 'token' }, { removed: 'user' }, { heard: { type: 'session.ended' } }],
      ],
    ],
  });
});
