import { jane } from '../support/shop.samples.ts';
import { call, listener, walkArea } from '../support/walks.ts';
import type { Act } from '../support/walks.ts';

const KNOWN = { heard: { type: 'shopper.known', name: jane.name, email: jane.email } };
const start: Act = ({ start }) => start('contact');

walkArea('contact', () => {
  listener('contact', 'watchShopper', {
    act: start,
    starts: [KNOWN],
    listening: ['session'],
    hears: [],
  });
  listener(
    'contact',
    'watchShopper',
    { world: { user: null }, act: start, starts: [], listening: ['session'], hears: [] },
    'for a guest',
  );
  call('contact', 'sendMessage', {
    open: (world) => {
      start(world);
      world.actor.send({ type: 'message.change', message: ' Hello ' });
    },
    act: ({ actor }) => actor.send({ type: 'form.submit' }),
    does: [
      { sent: 'sendContact', body: { name: jane.name, email: jane.email, message: 'Hello' }, token: 'T' },
      { done: 'sendMessage', output: undefined },
    ],
  });
});
