import type { paymentRecordMachine } from '../../../src/machines/payment/payment-record.machine.ts';
import type { StoredPayment } from '../../../src/rules/payment/stored-payment.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { START } from '../support/payment.samples.ts';
import { AGAIN, AGO, judges } from './payment-record.judges.ts';
import { drafts, ordered, prompted, record } from '../support/record.samples.ts';
import { paymentRecordView } from './payment-record.view.tsx';

type Record_ = typeof paymentRecordMachine;
type Live = LiveActor<Record_>;

const shopper = (live: Live, user: string | null) => live.emit('watchShopper', { type: 'shopper.changed', user });
const stored = (live: Live, text: string | null) => live.emit('watchStorage', { type: 'storage.changed', text });
const confirm = (live: Live, words: string, key: string) => {
  const draft = drafts[words];
  if (draft === undefined) throw new Error(`no draft is called '${words}'`);
  return live.send({ type: 'order.confirmed', draft, key });
};
const placed = (live: Live, key: string, orderId: string) => live.send({ type: 'order.placed', key, orderId });
const accepted = (live: Live, checkoutRequestId: string, startedAt = START) =>
  live.send({ type: 'prompt.accepted', orderId: 'o1', checkoutRequestId, startedAt });
const claimed = (live: Live) => live.send({ type: 'lines.claimed', orderId: 'o1' });
const byHand = (live: Live) => live.send({ type: 'hand.chosen', orderId: 'o1' });
const over = (live: Live, orderId = 'o1') => live.send({ type: 'order.over', orderId });

const signedIn = (live: Live) => shopper(live, 'u1');
const toKey = async (live: Live) => {
  await signedIn(live);
  await confirm(live, 'draft D', 'K1');
};
const toOrder = async (live: Live) => {
  await toKey(live);
  await placed(live, 'K1', 'o1');
};
const toPrompt = async (live: Live) => {
  await toOrder(live);
  await accepted(live, 'ws_1');
};

const version3 = ({ way: _, ...record }: StoredPayment) => ({ ...record, v: 3 });

const broken: Readonly<Record<string, object>> = {
  "'null'": [],
  "'[]', wrong shape": [],
  'an empty key': record({ key: '' }),
  'a prompt without an order': record({ checkoutRequestId: 'ws_1', startedAt: START }),
  'a prompt without the time when it was accepted': ordered({ checkoutRequestId: 'ws_1' }),
  'a line with quantity 0, -1 or 1.5': record({ lines: [{ id: 'a', quantity: 0 }] }),
  'an older version': { ...prompted(), v: 2 },
  'a newer version': { ...prompted(), v: 5 },
  'version 3, from before payments by hand': version3(prompted()),
};

/** The stored text that words like `K1, o1, ws_1 of shopper u1, no lines left` describe. */
function getText(words: string): string | null {
  if (/^(no record|removed|all keys cleared)$/.test(words)) return null;
  if (words === "'{not json'") return '{not json';
  const value = broken[words];
  if (value !== undefined) return JSON.stringify(value);
  const named = (pattern: RegExp) => pattern.exec(words)?.[0] ?? null;
  const prompt = named(/ws_\d/);
  const key = named(/K\d/) ?? (words.includes('no key') ? null : 'K1');
  return JSON.stringify(
    record({
      user: named(/u\d/) ?? 'u1',
      key,
      of: key === null ? null : record().of,
      orderId: named(/o\d/),
      checkoutRequestId: prompt,
      startedAt: prompt === null ? null : START,
      ...(words.includes('no lines left') && { lines: [] }),
    }),
  );
}

export const paymentRecordTable: Table<Record_> = {
  view: paymentRecordView,
  start: {
    'no record, or one that counts as none': { input: '', after: signedIn },
    'a record of this shopper with a key, without an order': {
      input: '',
      after: async (live) => {
        await signedIn(live);
        await stored(live, getText('K1 of u1'));
      },
    },
    'a record of this shopper with an order, without a prompt': {
      input: '',
      after: async (live) => {
        await signedIn(live);
        await stored(live, getText('K1, o1 of u1'));
      },
    },
    'a record of this shopper with an order and a prompt': {
      input: '',
      after: async (live) => {
        await stored(live, getText('K1, o1, ws_1 of u1'));
        await signedIn(live);
      },
    },
    'the record has no lines, or their leaving was claimed': {
      input: '',
      after: async (live) => {
        await toPrompt(live);
        await claimed(live);
      },
    },
    'the record has lines that have still to leave the cart': { input: '', after: toKey },
    always: '',
  },
  reach: {
    'record.none': signedIn,
    'record.prompt': toPrompt,
    'lines.none': signedIn,
    'lines.owed': (live, { on }) =>
      on.startsWith('POST') || on.startsWith('GET /orders') ? toKey(live) : toPrompt(live),
    'keeping.stored': (live, { on }) => (on.startsWith('storage refused') ? signedIn(live) : toKey(live)),
    'keeping.memoryOnly': async (live) => {
      await toOrder(live);
      await live.send({ type: 'record.notSaved' });
    },
  },
  when: [
    {
      'u1 is logged in': { holds: ({ snapshot }) => snapshot.context.user === 'u1' },
      'nobody is logged in': { after: (live) => shopper(live, null) },
      "another shopper's record is stored": { after: (live) => stored(live, getText('K5, o5 of u2')) },
      'K1 was made for M-Pesa': { because: 'draft D is paid by M-Pesa' },
      'the shopper accepted the changed price': {
        because: 'the draft has it: tests/flows/checkout/checkout.paths.test.tsx',
      },
    },
    [/^cart /, { because: 'the cart takes out what it has: tests/flows/cart/cart.requirements.test.ts' }],
    {
      "the phone's clock is an hour fast": {
        because: 'the payment tells the time, by the server: tests/services/clock.test.ts',
      },
      'it is kept already': { after: byHand },
      'o1 is paid by hand': { after: byHand },
      'K1 has no order yet': { holds: ({ snapshot }) => snapshot.context.stored?.orderId === null },
    },
    [/^o1 (?:and ws_1 are|is) kept$/, { holds: ({ snapshot }) => snapshot.context.stored?.orderId === 'o1' }],
    {
      'K1 was made for pickup at s1': { after: (live) => confirm(live, 'pickup at s1 instead of home delivery', 'K2') },
    },
    [
      /^K2 replaces o1/,
      {
        after: async (live) => {
          await placed(live, 'K1', 'o1');
          await confirm(live, 'the unchanged new draft', 'K2');
        },
      },
    ],
    {
      'o1 of the same draft was placed for good before': { after: (live) => over(live) },
      'o9 was adopted, without a key': {
        after: async (live) => {
          await over(live);
          await live.send({
            type: 'payment.found',
            orderId: 'o9',
            checkoutRequestId: 'ws_9',
            startedAt: AGO,
            lines: [],
          });
        },
      },
      'K1, o1, ws_1 of u1 are stored': {
        after: async (live) => {
          await shopper(live, null);
          await stored(live, getText('K1, o1, ws_1 of u1'));
        },
      },
    },
    [/^kept in memory only$|^storage is refused$/, { after: (live) => live.send({ type: 'record.notSaved' }) }],
  ],
  on: [
    {
      'POST /orders answers(order o1) [late, of a draft that was changed and confirmed anew meanwhile]': async (
        live,
      ) => {
        await confirm(live, 'A x 3 instead of A x 2', 'K2');
        await placed(live, 'K1', 'o1');
      },
      'POST /orders answers(order o1) twice [two tabs, one key]': async (live) => {
        await placed(live, 'K1', 'o1');
        await placed(live, 'K1', 'o1');
      },
      'GET /orders/by-key/{key} answers(order found)': (live) => placed(live, 'K1', 'o1'),
      "POST /mpesa/stkpush answers(success, new checkoutRequestId 'ws_2') [Send again]": (live) =>
        accepted(live, 'ws_2'),
      "POST /mpesa/stkpush answers(success, new checkoutRequestId 'ws_2') [Try again]": (live) =>
        accepted(live, 'ws_2', AGAIN),
      'ten minutes are over': () => undefined,
      'pay by hand is chosen for o1': byHand,
      'dismiss what failed or timed out': (live) => live.send({ type: 'prompt.dismissed', orderId: 'o1' }),
      'payment is completed': (live) => claimed(live),
      'payment of o1 is done [in another tab, while K2 of a new draft is kept here]': async (live) => {
        await confirm(live, 'A x 3 instead of A x 2', 'K2');
        await over(live);
      },
      'payment of o1 is done [late, while o2 and ws_2 are kept]': async (live) => {
        await stored(live, JSON.stringify(prompted({ key: 'K2', orderId: 'o2', checkoutRequestId: 'ws_2' })));
        await over(live);
      },
      'PUT /orders/{id}/payment-method answers(success)': async (live) => {
        await claimed(live);
        await over(live);
      },
      'storage changed in another tab(key cart)': () => undefined,
      'logged out': (live) => shopper(live, null),
      'saving fails(quota or blocked)': (live) => live.send({ type: 'record.notSaved' }),
      'saving works again': async (live) => {
        await accepted(live, 'ws_1');
        await live.send({ type: 'record.saved' });
      },
      'storage refused(reading throws)': (live) => stored(live, null),
    },
    [/^start\((.*)\)$/, (live, [, words = '']) => stored(live, getText(words))],
    [
      /^(?:change the cart, change it back, )?confirm\(([^)]*)\)$/,
      (live, [, words = ''], { does }) =>
        confirm(live, words, /make a random key (K\d)/.exec(does.join())?.[1] ?? 'K9'),
    ],
    [
      /^(?:POST \/orders|GET \/orders\/by-key\/\{key\}) answers\(order (?:o\d|found), cash on delivery\)$/,
      async (live) => {
        await placed(live, 'K1', 'o1');
        await claimed(live);
        await over(live);
      },
    ],
    [/^POST \/orders answers\(order (o(\d))\)$/, (live, [, id = '', n]) => placed(live, `K${n}`, id)],

    // Failed requests do not change the record.
    [
      /^(?:POST|GET|PUT) .*(?:fails\(|success false|broken reply|no such order|no checkoutRequestId)(?!404)/,
      () => undefined,
    ],
    [/^GET payment-status (?:answers|fails\(404)/, (live, [words]) => (words.endsWith('404') ? over(live) : undefined)],
    [/^POST \/mpesa\/stkpush answers\(success/, (live) => accepted(live, 'ws_1')],
    [/^(?:payment is done|order turns out cancelled|forgetting fails)/, (live) => over(live)],
    [
      /^adopt\((o\d)(?:, (ws_\d))?.*?(lines not known)?\)/,
      (live, [words, orderId = '', prompt = 'ws_9']) =>
        live.send({
          type: 'payment.found',
          orderId,
          checkoutRequestId: prompt,
          startedAt: orderId === 'o1' ? START : AGO,
          lines: words.includes('not known') ? null : [{ id: 'a', quantity: 1 }],
        }),
    ],
    [
      /^storage changed in another tab\((.*)\)$/,
      (live, [, words = '']) => stored(live, getText(words === 'o1, ws_1, no lines left' ? `K1, ${words}` : words)),
    ],
    [/^logged in\((u\d)\)$/, (live, [, user = '']) => shopper(live, user)],
  ],
  calls: [],
  inside: {
    watchShopper: 'listens to this tab, calls nothing',
    watchStorage: 'listens to this browser, calls nothing',
  },
  does: judges,
  elsewhere: [
    {
      rows: /reload page|in another tab at once|two tabs at once|in another tab$|the same lines in another order/,
      by: 'tests/flows/payment-record/payment-record.requirements.test.ts',
    },
    {
      rows: /^invariant: (one key for|two drafts that differ|the ordered lines leave|the record never says|when a push)/,
      by: 'tests/flows/payment-record/payment-record.requirements.test.ts',
    },
  ],
};
