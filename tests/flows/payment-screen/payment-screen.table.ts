import { expect } from 'vitest';
import type { paymentScreenMachine } from '../../../src/machines/payment/payment-screen.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';

type Screen = typeof paymentScreenMachine;
type Live = LiveActor<Screen>;

const toBar = (live: Live) => live.send({ type: 'bar.took' });
const toCheckout = (live: Live) => live.send({ type: 'checkout.took' });
/** Leaves the checkout. The bar then takes over a payment that is still pending. */
const leave = async (live: Live, isUnderWay: boolean) => {
  await live.send({ type: 'checkout.left' });
  if (isUnderWay) await toBar(live);
};

export const paymentScreenTable: Table<Screen> = {
  texts: () => [],
  start: {
    'guest, or no payment is under way': '',
    'a payment is under way and the page is not the checkout': { input: '', after: toBar },
    'a payment is under way and the page is the checkout, with a filled cart': { input: '', after: toCheckout },
  },
  when: [[/./, { because: 'the act of the row makes it' }]],
  on: [
    {
      'checkout takes the payment in another tab': () => undefined,
      'bar finds a payment': toBar,
      'go to /checkout': (live, _, { when }) => (when === 'cart filled' ? toCheckout(live) : undefined),
      'payment is done': (live) => leave(live, false),
      'logged out': (live) => live.emit('watchSession', { type: 'session.ended' }),
    },
    [/^checkout takes the payment/, toCheckout],
    [
      /^(?:checkout lets go|go to another page)/,
      (live, [words], { from, when }) =>
        from === 'bar' ? undefined : leave(live, words !== '' && /still under way|beside the form/.test(when ?? '')),
    ],
    [/^(?:bar is dismissed|payment is forgotten in another tab)$/, (live) => live.send({ type: 'bar.left' })],
    [/^(?:bar finds no payment|logged in|dialog closes|cart becomes empty)/, () => undefined],
  ],
  calls: [],
  inside: { watchSession: 'listens to this tab, calls nothing' },
  does: [
    { 'the checkout watches it': ({ snapshot }) => expect(snapshot.value).toBe('checkout') },
    [/^the bar watches it/, ({ snapshot }) => expect(snapshot.value).toBe('bar')],
    [
      /^the (?:bar|checkout) .*watches no more$|^the bar stays away$/,
      ({ snapshot }) => expect(snapshot.value).not.toBe('bar'),
    ],

    // The bar and the purchase continue from here: tests/flows/waiting-payment/waiting-payment.requirements.test.ts.
    [
      /^(?:the bar looks for a payment|go to \/order-success)/,
      ({ snapshot }) => expect(snapshot.value).toBe('nowhere'),
    ],
  ],
  undrawn: {
    'Try again': 'in the payment that the checkout shows: tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx',
  },
  elsewhere: [
    { rows: /reload page/, by: 'tests/flows/waiting-payment/waiting-payment.requirements.test.ts' },
    {
      rows: /^invariant: (?:a payment that is under way|a change of screen)/,
      by: 'tests/flows/waiting-payment/waiting-payment.requirements.test.ts',
    },
  ],
};
