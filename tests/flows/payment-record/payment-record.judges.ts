import { expect } from 'vitest';
import type { paymentRecordMachine } from '../../../src/machines/payment/payment-record.machine.ts';
import { getOwnRecord } from '../../../src/rules/payment/payment-record.ts';
import type { Outcome } from 'model-testing/table/outcome';
import type { Table } from 'model-testing/table/table';
import { START } from '../support/payment.samples.ts';
import { D, drafts, prompted } from '../support/record.samples.ts';

/** Checks the `does` words of payment-record by the record and its effects. */

type Record_ = typeof paymentRecordMachine;

/** Server time at which the payment on the server started. */
export const AGO = START - 100_000;
/** Server time of the response to Try again. */
export const AGAIN = START + 200_000;

const kept = ({ snapshot }: Outcome<Record_>) => getOwnRecord(snapshot.context);
const saves = (outcome: Outcome<Record_>, change: object | null) =>
  expect(outcome.effect('saveRecord')).toMatchObject({ kept: change });
/** The draft that a row confirms. */
const wanted = (on: string) => drafts[/confirm\(([^)]*)\)/.exec(on)?.[1] ?? ''] ?? D;
const getLines = (on: string) => wanted(on).orderItems.map(({ product, quantity }) => ({ id: product, quantity }));
const same = (outcome: Outcome<Record_>) => {
  expect(outcome.snapshot.context).toEqual(outcome.before.context);
  expect(outcome.unclaimed()).toEqual([]);
};

export const judges: NonNullable<Table<Record_>['does']> = [
  {
    'no other key is made': same,
    "u2's record is overwritten": (outcome) => expect(kept(outcome)?.user).toBe('u1'),
    'o1 is kept once': (outcome) => saves(outcome, { orderId: 'o1' }),
    'keep K2; it replaces o1': (outcome) => {
      saves(outcome, { key: 'K2' });
      saves(outcome, { key: 'K2', orderId: null, replaces: { orderId: 'o1' } });
    },
    'K2 and that it replaces o1 stay for the next try': same,
    "K2 stays: only o1's record would be forgotten": (outcome) => {
      saves(outcome, { key: 'K2' });
      expect(kept(outcome)).toMatchObject({ key: 'K2', orderId: null });
    },
    'o2 and ws_2 stay': (outcome) => expect(kept(outcome)).toMatchObject({ orderId: 'o2', checkoutRequestId: 'ws_2' }),
    'keep ws_2; when the first push was accepted stays': (outcome) =>
      saves(outcome, { checkoutRequestId: 'ws_2', startedAt: START }),
    'ws_1 is forgotten; K1 and o1 stay': (outcome) =>
      saves(outcome, { key: 'K1', orderId: 'o1', checkoutRequestId: null, startedAt: null }),
    'ws_1 is kept beside o1, which is replaced': (outcome) =>
      expect(kept(outcome)?.replaces).toMatchObject({ checkoutRequestId: 'ws_1' }),
    'the cart stays as it is': (outcome, _, { from }) => {
      // The cart checks whether it still has the lines: tests/flows/cart/cart.paths.test.tsx.
      if (from === 'lines.owed') takes(outcome);
      else expect(outcome.unclaimed()).toEqual([]);
    },
    'the lines stay in the cart': (outcome) => saves(outcome, null),
    'keep o9, ws_9 and when its push was accepted, without a key': (outcome) =>
      saves(outcome, { key: null, of: null, orderId: 'o9', checkoutRequestId: 'ws_9', startedAt: AGO }),
    'keep ws_1 and when its push was accepted; K1 stays': (outcome) =>
      saves(outcome, { key: 'K1', checkoutRequestId: 'ws_1', startedAt: START }),
    'o1 and K1 stay; o9 is shown without being kept': same,
    'ws_2 is followed from now on': (outcome) => expect(kept(outcome)?.checkoutRequestId).toBe('ws_2'),
    "K2 is the other tab's; this tab still knows K1": ({ snapshot: { context } }) => {
      expect(context.stored?.key).toBe('K2');
      expect(context.own?.key).toBe('K1');
    },
    'keep that o1 is paid by hand': (outcome) => saves(outcome, { orderId: 'o1', way: 'hand' }),
    'ws_1 stays: its money counts, too': (outcome) => expect(kept(outcome)?.checkoutRequestId).toBe('ws_1'),
    'nothing is saved again': same,
    'nothing is saved': same,
    'o1 is no longer paid by hand': (outcome) => saves(outcome, { checkoutRequestId: 'ws_1', way: null }),
    'o1 is paid by a prompt': (outcome) => expect(kept(outcome)).toMatchObject({ v: 4, orderId: 'o1', way: null }),
    'kept in memory': ({ snapshot }) => expect(snapshot.context.stored).not.toBeNull(),
    'counts as no record; nothing is to be kept yet': (outcome) => expect(kept(outcome)).toBeNull(),
    'the whole record is saved': (outcome) => saves(outcome, prompted()),
  },
  [
    /^make a random key (K\d)(?:, kept in memory)?$/,
    (outcome, [, key]) => {
      expect(outcome.snapshot.context.own?.key).toBe(key);
      saves(outcome, { key, user: 'u1' });
    },
  ],
  [
    /^keep (K\d) with what (?:D|the new draft) asks for(, no replaced order)?(?: and its lines)?$/,
    (outcome, [, key, isAlone], { on }) =>
      expect(kept(outcome)).toMatchObject({
        key,
        lines: getLines(on),
        ...(isAlone !== undefined && { replaces: null }),
      }),
  ],
  [/^the order is sent with (K\d)(?: again)?$/, ({ snapshot }, [, key]) => expect(snapshot.context.own?.key).toBe(key)],
  [
    /^the order is sent with (K\d) and replaces (o\d)(?: again)?$/,
    ({ snapshot }, [, key, orderId]) => {
      expect(snapshot.context.own).toMatchObject({ key, replaces: { orderId } });
      expect(snapshot.context.stored).toEqual(snapshot.context.own);
    },
  ],
  [
    /^no order is sent: o1 is (?:paid|switched)$/,
    (outcome) => expect(kept(outcome)).toEqual(getOwnRecord(outcome.before.context)),
  ],
  [
    /^(?:u2's record|u1's record|the record) stays (?:where it is|in the storage)$/,
    ({ snapshot, unclaimed }) => {
      void unclaimed;
      expect(snapshot.context.stored).not.toBeNull();
    },
  ],
  [
    /^keep (o\d) beside (K\d)(?:; (o\d) is forgotten|, in memory)?$/,
    (outcome, [, orderId, key]) => saves(outcome, { orderId, key, replaces: null }),
  ],
  [/^K1 stays(?:$| for|:|;)/, same],
  [
    /^keep (ws_\d|that id), and when this push was accepted by the server's clock$/,
    (outcome, [, id], { on }) =>
      saves(outcome, {
        checkoutRequestId: id === 'that id' ? 'ws_1' : id,
        startedAt: on.includes('[Try again]') ? AGAIN : START,
      }),
  ],
  [
    /^forget the record(?:: placed for good)?$/,
    (outcome, _, { on }) => {
      if (on.includes('cash on delivery')) saves(outcome, { orderId: 'o1' });
      if (/cash on delivery|payment-method/.test(on)) takes(outcome);
      saves(outcome, null);
    },
  ],
  [/^this tab counts it as forgotten$|^nothing is to be kept any more$/, (outcome) => saves(outcome, null)],
  [
    /^A(?: x 2)? leaves the cart/,
    (outcome, _, { on }) => {
      if (/^(POST|GET)/.test(on)) saves(outcome, { orderId: 'o1' });
      takes(outcome);
      if (!on.startsWith('payment')) saves(outcome, null);
    },
  ],
  [
    /^keep the lines (A x \d)(?: instead)?$/,
    (outcome, [, words]) => saves(outcome, { lines: [{ id: 'a', quantity: Number(words?.at(-1)) }] }),
  ],
];

function takes(outcome: Outcome<Record_>): void {
  expect(outcome.effect('takeLines')).toEqual({ lines: [{ id: 'a', quantity: 2 }] });
  if (outcome.unclaimed()[0] === 'saveRecord') saves(outcome, { lines: [] });
}
