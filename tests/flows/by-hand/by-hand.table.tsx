import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { getReturned } from '../../../src/rules/payment/by-hand.ts';
import type { byHandMachine } from '../../../src/machines/payment/by-hand.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Outcome } from 'model-testing/table/outcome';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { key } from 'model-testing/view/act';
import { CLAIMS, HAND_REPORTS, handReport, qrOf } from '../support/by-hand.samples.ts';
import { ORDER, START as NOW } from '../support/payment.samples.ts';
import { claimRefused, RECEIPT, TITLE } from './by-hand.model.ts';
import { byHandView } from './by-hand.view.tsx';

type Machine = typeof byHandMachine;
type Live = LiveActor<Machine>;

const LINES = 'the ordered lines';
const SMS = `${RECEIPT} Confirmed. Ksh3,000.00 sent to DUKA for account A1B2C3D4 on 29/11/26 at 1:05 PM.`;
const BY_PHONE = 'You can send five receipts a day. Please try again later, or call us on 0700 123 456.';

const answer = (live: Live, words: string, from = '') => {
  const report = HAND_REPORTS[words as keyof typeof HAND_REPORTS];
  // Another check does not end the question about a receipt.
  const isBeside = words === 'a payment is being checked' || words === 'held';
  const claim = from === 'asking' ? CLAIMS.asking : from === 'forStaff' ? CLAIMS.staff : report.claim;
  return live.answer('checkOrder', isBeside ? { ...report, claim } : report);
};
const show = (live: Live) => answer(live, 'unpaid, Paybill 123456, account A1B2C3D4, due 3000');
const ask = async (live: Live) => {
  if (!live.openCalls().some(({ slot }) => slot === 'checkOrder')) await live.advance(3_000);
};
/** The next question is out, for rows about its answer. */
const asked = async (live: Live, on: string) => {
  if (/^(GET (?!.*-qr)|paid by|the order's time)/.test(on)) await ask(live);
};
const isWide = (on: string, when: string | null) =>
  when === 'wide screen' || when === 'the QR code is asked for' || on === 'what is due changes';
/** A hidden page asks nothing, while a call goes on. */
const hide = (live: Live) => live.emit('watchConnection', { type: 'page.hidden' });
const enter = async (live: Live) => {
  await show(live);
  await live.send({ type: 'claim.open' });
};
const send = async (live: Live) => {
  await enter(live);
  await live.send({ type: 'claim.change', text: RECEIPT });
  await live.send({ type: 'claim.send' });
};
const type = (text: string) => [{ type: 'claim.change', text } as const, { type: 'claim.send' } as const];

const copied = (outcome: Outcome<Machine>, text: string) => {
  const call = outcome.started.find(({ slot }) => slot === 'copyText');
  expect(call?.input).toEqual({ text });
};
const TEXTS: Readonly<Record<string, string>> = { number: '123456', account: 'A1B2C3D4', amount: '3000' };
const LABELS: Readonly<Record<string, string>> = { number: 'Paybill number', account: 'Account', amount: 'Amount' };

const hasNoNumbers = ({ page }: Outcome<Machine>) =>
  expect(page.queryByRole('button', { name: /^Copy/, hidden: true })).toBeNull();
const hasNoCode = ({ page }: Outcome<Machine>) => {
  expect(page.queryByRole('img', { name: /^QR code/, hidden: true })).toBeNull();
  expect(page.text).not.toContain('Or scan this');
};
const button = ({ page }: Outcome<Machine>, name: string | RegExp) =>
  page.queryByRole('button', { name, hidden: true });

export const byHandTable: Table<Machine> = {
  view: byHandView,
  start: { 'by hand was chosen': '' },
  reach: {
    shown: async (live, { on, when }) => {
      if (isWide(on, when)) await live.emit('watchScreen', { type: 'screen.wide' });
      await show(live);
      if (when === 'the QR code is asked for') await hide(live);
      if (on === 'what is due changes') {
        await live.answer('loadQr', qrOf(3000));
        await ask(live);
      }
      if (when === 'a part is paid') await ask(live).then(() => answer(live, 'paid in part: 1000, due 2000'));
      if (when?.startsWith('prompts are closed')) await ask(live).then(() => answer(live, 'prompts are closed'));
      await asked(live, on);
    },
    entering: async (live, { on }) => {
      await enter(live);
      await asked(live, on);
    },
    sending: async (live, { on }) => {
      await send(live);
      if (on === 'timer') await hide(live);
      await asked(live, on);
    },
    asking: async (live, { on }) => {
      await answer(live, 'claim asking');
      await asked(live, on);
    },
    forStaff: async (live, { on }) => {
      await answer(live, 'claim for staff');
      await asked(live, on);
    },
    switching: async (live, { on }) => {
      await show(live);
      await live.send({ type: 'hand.payOnDelivery' });
      if (on === 'timer') await hide(live);
    },
  },
  when: [
    {
      'page visible, after the last answer': {
        holds: ({ snapshot }) => snapshot.matches({ open: { polling: 'waiting' } }),
      },
      'wide screen': { holds: ({ snapshot }) => !snapshot.matches({ open: { code: 'narrow' } }) },
      'narrow screen': { holds: ({ snapshot }) => snapshot.matches({ open: { code: 'narrow' } }) },
      'the QR code is asked for': { holds: ({ snapshot }) => snapshot.matches({ open: { code: 'asking' } }) },
      'page visible': { after: (live) => live.emit('watchConnection', { type: 'network.lost' }) },
      'no claim is open': { because: 'the answer has none' },
      'the claim was this part': { because: 'the answer has none any more' },
      'sent before a reload': { because: 'the answer has it' },
      'sent on another device': { because: 'the answer has it' },
      'sent on another device or before a reload': { because: 'the answer has it' },
      'the shop stopped to take payments by hand': { because: 'the answer has no numbers' },
      'the browser refuses the clipboard': { because: 'the clipboard answers so' },
      'a part is paid': { holds: ({ snapshot }) => snapshot.context.report?.paid === 1000 },
      'prompts work, no attempt is live, no payment is being checked': {
        holds: ({ snapshot }) => snapshot.context.report?.prompt === 'open',
      },
      'prompts are closed or slow, an attempt is live for less than 120 s, or a payment is being checked': {
        holds: ({ snapshot }) => snapshot.context.report?.prompt === 'closed',
      },
      'nothing is paid yet, no attempt is live, D19 allows it': {
        holds: ({ snapshot }) => snapshot.context.report?.cash === true,
      },
    },
  ],
  on: [
    {
      start: START,
      "press 'I have paid'": { type: 'claim.open' },
      'send a prompt instead': { type: 'hand.prompt' },
      'pay on delivery': { type: 'hand.payOnDelivery' },
      'pay on delivery (double click)': { type: 'hand.payOnDelivery' },
      'send (double click)': { type: 'claim.send' },
      'send(the whole M-Pesa SMS)': () => type(SMS),
      back: { type: 'claim.back' },
      'GET /orders/{id}/payment-qr': LOOK,
      'what is due changes': (live) => answer(live, 'paid in part: 1000, due 2000'),
      'logged out in another tab': { type: 'session.ended' },
      'paid by the prompt ws_1 that is still followed': (live) => answer(live, 'paid'),
      "the order's time is over in less than 5 min": (live) =>
        live.answer('checkOrder', {
          ...handReport({ claim: live.snapshot.context.report?.claim ?? null }),
          now: NOW + 1_600_000,
        }),
      'page visible': async (live, _, { from }) => {
        if (from !== 'sending') await hide(live);
        await live.emit('watchConnection', { type: 'page.visible' });
      },
    },
    [/^send\('(.*)'\)$/, (_, [, text = '']) => type(text)],
    [/^(cancel|Escape)$/, ({ snapshot }) => (snapshot.hasTag('busy') ? LOOK : key('Escape', 'dialog', TITLE))],
    [
      /^copy the (\w+)$/,
      async (live, [, field = ''], { when }) => {
        await live.send({ type: 'hand.copy', field: field as 'number' });
        if (when === null) await live.answer('copyText', undefined);
        else await live.fail('copyText', new Error('refused'));
      },
    ],
    [
      /^GET \/orders\/\{id\}\/payment answers\((?!success false)(.*)\)$/,
      (live, [, words = ''], { from }) => answer(live, words, from),
    ],
  ],
  calls: [
    {
      call: 'GET /orders/{id}/payment',
      slot: 'checkOrder',
      input: () => ({ orderId: ORDER }),
      answers: [{ 'success false or broken reply': failures['broken'] }],
    },
    {
      call: 'GET /orders/{id}/payment-qr',
      slot: 'loadQr',
      input: () => ({ orderId: ORDER }),
      answers: [{ picture: qrOf(3000), 'picture of another amount': qrOf(2000), 'no picture': null }],
      fails: [{ any: claimRefused(500, '') }],
    },
    {
      call: 'POST /orders/{id}/payment-claims',
      slot: 'sendClaim',
      input: (_, { on }) => ({ orderId: ORDER, text: on.includes('SMS') ? SMS : RECEIPT }),
      answers: [{ asking: CLAIMS.asking, refused: CLAIMS.refused }],
      fails: [
        {
          '400, message': claimRefused(
            400,
            'Paste the whole M-Pesa message, or type its receipt number: 10 letters and digits.',
          ),
          "409, message 'This order is paid.'": claimRefused(409, 'This order is paid.', 'paid'),
        },
        [
          /^409, message '(We are still asking .*)'$/,
          claimRefused(
            409,
            'We are still asking M-Pesa about the receipt that you sent before. Please wait.',
            'asking',
          ),
        ],
        [/^429, message/, claimRefused(429, BY_PHONE)],
      ],
    },
    {
      call: 'PUT /orders/{id}/payment-method',
      slot: 'switchToCash',
      input: () => ({ orderId: ORDER }),
      answers: [{ success: undefined }],
      fails: [{ 'any but 401': claimRefused(409, 'Not now.') }],
    },
  ],
  does: [
    {
      'keep that the order is paid by hand': (outcome) => void outcome.effect('keepByHand', { orderId: ORDER }),
      'remove the ordered lines from the cart': (outcome, _, { on }) => {
        outcome.effect('removeOrdered', { orderId: ORDER });
        const { report } = outcome.snapshot.context;
        if (on.includes('too much')) expect(report === null ? 0 : getReturned(report)).toBe(500);
      },
      'the lines stay in the cart': (outcome) => expect(outcome.unclaimed(), LINES).toEqual([]),
      'cart kept': (outcome) => expect(outcome.unclaimed()).not.toContain('removeOrdered'),
      'no call': ({ started }) => expect(started).toEqual([]),
      'Paybill number 123456, account A1B2C3D4 and Ksh 3,000, each with Copy': (outcome) => {
        for (const text of ['123456', 'A1B2C3D4', 'Ksh 3,000']) expect(outcome.page.text).toContain(text);
        for (const label of Object.values(LABELS)) expect(button(outcome, `Copy ${label}`)).not.toBeNull();
      },
      'Till number 654321 and Ksh 3,000, each with Copy, no account': (outcome) => {
        for (const text of ['654321', 'Ksh 3,000']) expect(outcome.page.text).toContain(text);
        for (const label of ['Till number', 'Amount']) expect(button(outcome, `Copy ${label}`)).not.toBeNull();
        expect(button(outcome, 'Copy Account')).toBeNull();
      },
      "'I have paid'": (outcome) => expect(button(outcome, 'I have paid')).toHaveProperty('disabled', false),
      "the QR code beside the numbers, '(our words) Or scan this with the M-Pesa app.'": ({ page }) => {
        page.getByRole('img', {
          name: /^QR code for the M-Pesa app: Paybill 123456, account A1B2C3D4, Ksh\s3,000$/,
          hidden: true,
        });
        expect(page.text).toContain('Or scan this with the M-Pesa app.');
      },
      'no code that does not fit the numbers': hasNoCode,
      'no place is left empty, no error': (outcome) => {
        hasNoCode(outcome);
        expect(outcome.page.queryByRole('alert', { hidden: true })).toBeNull();
      },
      'only the numbers; a later picture is not shown': (outcome) => {
        hasNoCode(outcome);
        expect(button(outcome, 'Copy Amount')).not.toBeNull();
        expect(outcome.live.openCalls().map(({ slot }) => slot)).not.toContain('loadQr');
      },
      'not asked for': ({ live }) => expect(live.openCalls().map(({ slot }) => slot)).not.toContain('loadQr'),
      'the code of the old amount goes': hasNoCode,
      'no numbers, so that nobody pays twice': hasNoNumbers,
      "no numbers, no 'I have paid'": (outcome) => {
        hasNoNumbers(outcome);
        expect(button(outcome, 'I have paid')).toBeNull();
      },
      'the order is held for 30 min only: the text says until when, and to call the shop': ({ page }) => {
        expect(page.text).toContain('We hold your order until 05:16.');
        expect(page.text).toContain('Please call us on');
      },
      'says until when the order is held': ({ page, snapshot }) => {
        if (snapshot.matches({ open: { step: 'asking' } }) || snapshot.matches({ open: { step: 'forStaff' } })) return;
        expect(page.says.join(' ')).toContain('We hold your order until 05:16.');
      },
      "the text is selected, '(our words) Press and hold to copy.'": ({ page, snapshot }) => {
        expect(snapshot.matches({ open: { copy: 'refused' } })).toBe(true);
        expect(page.text).toContain('Press and hold to copy.');
      },
      "'Copied' for 2 s, read aloud": async ({ page, live }) => {
        expect(page.says).toContain('Copied');
        expect(live.clock.pending()).toContain(live.now + 2_000);
      },
      'what shows stays; asked again': ({ before, snapshot, live }) => {
        expect(snapshot.context.report).toEqual(before.context.report);
        expect(live.clock.pending()).toContain(live.now + 3_000);
      },
      'the numbers stay and can be copied; asked again after 10 s': ({ before, snapshot, live }) => {
        expect(snapshot.context.report).toEqual(before.context.report);
        expect(snapshot.can({ type: 'hand.copy', field: 'number' })).toBe(
          before.can({ type: 'hand.copy', field: 'number' }),
        );
        expect(live.clock.pending()).toContain(live.now + 10_000);
      },
      'nothing is asked while hidden: the shopper may be in the M-Pesa app': ({ live }) => {
        expect(live.openCalls().map(({ slot }) => slot)).not.toContain('checkOrder');
        expect(live.clock.pending()).toEqual([]);
      },
      'one at once': ({ live }) => void live.open('checkOrder'),
      'the form closes': ({ page }) => expect(page.queryByRole('textbox', { hidden: true })).toBeNull(),
      'the call goes on; busy: nothing closes': (outcome) => {
        const [slot] = outcome.snapshot.matches({ open: { step: 'sending' } }) ? ['sendClaim'] : ['switchToCash'];
        expect(outcome.live.openCalls().map((call) => call.slot)).toContain(slot);
        expect(button(outcome, 'Close')).toBeNull();
      },
      'the amount is what is due': ({ snapshot }) => expect(snapshot.output?.report?.due).toBe(3000),
      'there is no such button, or it counts down': (outcome) =>
        expect(button(outcome, 'Send a prompt instead')).toBeNull(),
      "there is no such button; '(our words) Cancel the order to get Ksh 1,000 back.'": (outcome) => {
        expect(button(outcome, 'Pay on delivery')).toBeNull();
        expect(outcome.page.text).toContain('Cancel the order to get Ksh 1,000 back.');
      },
      "a field for the M-Pesa message or the receipt, 'Send' is disabled while it is blank": (outcome) => {
        outcome.page.getByRole('textbox', { hidden: true });
        expect(button(outcome, 'Send')).toHaveProperty('disabled', true);
      },
      'Send is disabled': (outcome) => expect(button(outcome, 'Send')).toHaveProperty('disabled', true),
      'the text stays in the field; sending it again makes no second claim': ({ page }) =>
        expect(page.getByRole('textbox', { hidden: true })).toHaveProperty('value', RECEIPT),
      'numbers and form again': (outcome) => {
        outcome.page.getByRole('textbox', { hidden: true });
        expect(button(outcome, /^Copy Paybill/)).not.toBeNull();
      },
      'another receipt may be sent': ({ page }) => void page.getByRole('textbox', { hidden: true }),
      'until another one is sent': ({ snapshot }) => expect(snapshot.context.report?.claim?.state).toBe('refused'),
    },
    [
      /^the payments are (.* and .*)$/,
      ({ page }, [, amounts = '']) =>
        expect(page.text.replaceAll('\u00a0', ' ')).toContain(
          `${amounts.split(/, | and /).length} payments: ${amounts}.`,
        ),
    ],
    [
      /^the amount to copy is (\d+)$/,
      async ({ page, snapshot }, [, amount = '']) => {
        const { byHand } = snapshot.context.report ?? {};
        expect(Math.min(byHand?.amount ?? 0, byHand?.each ?? 1e9)).toBe(Number(amount));
        expect(page.text).toContain(`Ksh ${Number(amount).toLocaleString('en')}`);
      },
    ],
    [
      /^the (number|account|amount) is in the clipboard, without spaces or 'Ksh'$/,
      (outcome, [, field = '']) => copied(outcome, TEXTS[field] ?? ''),
    ],
    [
      /^asked again after (\d+) s$/,
      ({ live }, [, s]) => expect(live.clock.pending()).toContain(live.now + Number(s) * 1_000),
    ],
    [/^order and key are forgotten/, (outcome) => void outcome.effect('forgetOrder', { orderId: ORDER })],
    // The purchase goes on from here.
    [/^(the )?order stays kept$/, (outcome) => expect(outcome.unclaimed()).toEqual([])],
    [/^go to /, ({ snapshot }) => expect(snapshot.status).toBe('done')],
  ],
  inside: {
    copyText: 'the clipboard of this browser',
    watchConnection: 'listens to this page, calls nothing',
    watchScreen: 'listens to this page, calls nothing',
    watchSession: 'listens to this tab, calls nothing',
  },
  unseen: { forgetOrder: 'judged where the row says so, and by an invariant' },
  says: {
    "the server's message or 'Failed to place order'": 'Not now.',
    'You can send five receipts a day. Please try again later, or call us on {shop phone}.': BY_PHONE,
    'We found no payment for this order with this receipt. Please check the number in your M-Pesa message. If you paid from another phone, confirm its number with a code first. Or call us on {shop phone}.':
      CLAIMS.refused.text,
    // The purchase and the order's page say these.
    ...Object.fromEntries(
      [
        'Payment received. Thank you!',
        'Payment received. Ksh 500 goes back to you.',
        'This order has been cancelled.',
        'Your payment came after the order had expired. Ksh 3,000 goes back to you.',
        'Payment failed. Please try again.',
      ].map((text) => [text, '']),
    ),
  },
  elsewhere: [
    { rows: /: reload page$/, by: 'tests/flows/purchase/purchase.checkout.requirements.test.ts' },
    { rows: /: the SMS with/, by: 'tests/server/by-hand/hand-sms.test.ts' },
  ],
};
