import { randomUUID } from 'node:crypto';
import { shop } from '../../../contract/shop.config.ts';
import type { OrderId } from '../../../contract/fields.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { parseWirePhone } from '../../providers/mpesa-values.rules.ts';
import { insertPayment, setReceipt } from '../settlement/attempts.repository.ts';
import {
  findReceived,
  freeReceipt,
  lockReceived,
  setReceived,
  setUnmatched,
  type ReceivedRow,
} from '../settlement/received-money.repository.ts';
import { ReceiptTakenError } from '../settlement/settlement.service.ts';
import { delayExpiry, findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';
import { parseAccount } from './account.rules.ts';
import { matchMoney, type ArrivedMoney, type Match } from './matching.rules.ts';
import {
  findOpenOrders,
  findOrderByShortId,
  findPaymentOfReceipt,
  findPrompts,
  findUse,
} from './received.repository.ts';

export const MATCH_JOB = 'by-hand.match';

/** A confirmation names no prompt. */
const NO_IDS = { merchantRequestId: null, checkoutRequestId: null } as const;

/** Time that an order gets while its payment is proved or claimed (PAY-C4, PAY-S2). */
export const DELAY_MS = 30 * 60_000;
const TRIES = 5;

/** Decides what money by hand pays, and pays it (PAY-C3, PAY-C4). */
export function createMatchingService(
  deps: Pick<Deps, 'env' | 'db' | 'clock'>,
  services: Pick<Services, 'alarms' | 'orderChange' | 'settlement' | 'proofOfMoney' | 'claimChange'>,
) {
  const { env, db, clock } = deps;
  const { raiseAlarm } = services.alarms;
  const { changeOrder } = services.orderChange;
  const { settleAttempt } = services.settlement;
  const { scheduleQuestions } = services.proofOfMoney;
  const { seeMoney } = services.claimChange;
  const own = new Set([env.mpesa.shortcode, env.mpesa.partyB]);

  /** Matches stored money, once. Later calls change nothing. */
  async function match(receipt: string): Promise<void> {
    for (let turn = 0; turn < TRIES; turn += 1) if (await db.tx((tx) => matchOnce(tx, receipt))) return;
    throw new Error('received money: its orders changed at every try');
  }

  /** Returns false when another order must be locked first. */
  async function matchOnce(tx: Sql, receipt: string): Promise<boolean> {
    const now = clock.now();
    const seen = await findReceived(tx, receipt);
    if (seen === null || seen.state !== 'stored') return true;
    const expected = getOrder(await decide(tx, seen));
    if (expected !== null) await lockOrder(tx, expected);
    const row = await lockReceived(tx, receipt);
    if (row === null || row.state !== 'stored') return true;
    const decided = await decide(tx, row);
    if (getOrder(decided) !== expected) return false;
    await apply(tx, row, decided, now);
    return true;
  }

  async function decide(tx: Sql, row: ReceivedRow): Promise<Match> {
    const { shortId, isOfPrompt } = parseAccount(row.account, shop.name);
    const order = row.kind === 'till' || shortId === null ? null : await findOrderByShortId(tx, shortId);
    const money: ArrivedMoney = {
      amount: row.amount,
      payer: parseWirePhone(row.payer),
      paidAt: row.paidAt,
      isShown: row.isShown,
      isOfPrompt,
    };
    const isUnknown = order === null && row.amount !== null;
    return matchMoney(money, {
      use: await findUse(tx, row.receipt),
      isOurShortcode: own.has(row.shortcode),
      order: order?.id ?? null,
      prompts: order === null ? [] : await findPrompts(tx, order.id),
      open: isUnknown && row.amount !== null ? await findOpenOrders(tx, row.amount) : [],
      isCounter: env.mpesa.isCounter,
    });
  }

  async function apply(tx: Sql, row: ReceivedRow, decided: Match, now: Date): Promise<void> {
    const { receipt } = row;
    switch (decided.to) {
      case 'ours':
        await setReceived(tx, receipt, { state: 'ours', updatedAt: now });
        await raiseAlarm(tx, { kind: 'confirmedRefund', orderId: null, attemptId: null, subject: receipt }, now);
        return;
      case 'known': {
        const payment = await findPaymentOfReceipt(tx, receipt);
        const known = { orderId: payment?.orderId ?? null, paymentId: payment?.id ?? null };
        await setReceived(tx, receipt, { state: 'paid', isShown: true, ...known, updatedAt: now });
        return known.orderId === null ? undefined : seeMoney(tx, known.orderId, receipt, now);
      }
      case 'receipt':
        await settlePrompt(tx, row, decided.attemptId, now);
        return finishPrompt(tx, row, decided, true, now);
      case 'doubted':
        // The doubt stays for the staff: the money is there, and it is not what was due.
        if (!(await setReceipt(tx, decided.attemptId, receipt, row.paidAt))) throw new ReceiptTakenError();
        return finishPrompt(tx, row, decided, row.isShown, now);
      case 'prompt':
        if (await settlePrompt(tx, row, decided.attemptId, now))
          return finishPrompt(tx, row, decided, row.isShown, now);
        return pay(tx, row, decided.orderId, { isShown: row.isShown, phone: null }, now);
      case 'order':
        return pay(tx, row, decided.orderId, { isShown: row.isShown, phone: null }, now);
      case 'proving':
        await setReceived(tx, receipt, { state: 'proving', orderId: decided.orderId, asks: 0, updatedAt: now });
        await delayExpiry(tx, decided.orderId, DELAY_MS, now);
        return scheduleQuestions(tx, receipt, now);
      case 'unmatched': {
        const { problem } = decided;
        await setReceived(tx, receipt, { state: 'unmatched', problem, updatedAt: now });
        await setUnmatched(tx, receipt, now);
        if (problem !== 'amount' && problem !== 'shortcode') return;
        const about = { orderId: null, attemptId: null, subject: receipt, detail: { receipt, problem } };
        await raiseAlarm(tx, { kind: 'strangeConfirmation', ...about }, now);
        return;
      }
    }
  }

  /** Gives a prompt its money. Returns false when the prompt does not take it. */
  async function settlePrompt(tx: Sql, { receipt, paidAt }: ReceivedRow, attemptId: string, now: Date) {
    const event = { type: 'money.received', receipt, ids: NO_IDS, isByQuery: false, paidAt: paidAt.getTime() } as const;
    return (await settleAttempt(tx, attemptId, event, now)).outcome === 'changed';
  }

  async function finishPrompt(
    tx: Sql,
    { receipt }: ReceivedRow,
    { attemptId, orderId }: { readonly attemptId: string; readonly orderId: OrderId },
    isShown: boolean,
    now: Date,
  ): Promise<void> {
    const state = isShown ? 'paid' : 'provisional';
    const payment = await findPaymentOfReceipt(tx, receipt);
    const change = { state, isShown, orderId, paymentId: payment?.id ?? attemptId, asks: 0, updatedAt: now } as const;
    await setReceived(tx, receipt, change);
    await seeMoney(tx, orderId, receipt, now);
    if (!isShown) await scheduleQuestions(tx, receipt, now);
  }

  /**
   * Pays an order with locked money that M-Pesa showed for it: the payment of a prompt that a query found gets its receipt,
   * otherwise it is a payment of its own (PAY-S3). See `pay`.
   */
  async function payShown(tx: Sql, row: ReceivedRow, orderId: OrderId, phone: Msisdn | null, now: Date): Promise<void> {
    const payer = phone === null ? parseWirePhone(row.payer) : ({ kind: 'whole', phone } as const);
    const { amount, paidAt } = row;
    const facts = { use: null, isOurShortcode: true, order: orderId, open: [], isCounter: false } as const;
    const decided = matchMoney(
      { amount, payer, paidAt, isShown: true, isOfPrompt: false },
      { ...facts, prompts: await findPrompts(tx, orderId) },
    );
    if (!('attemptId' in decided)) return pay(tx, row, orderId, { isShown: true, phone }, now);
    await apply(tx, { ...row, isShown: true }, decided, now);
  }

  /**
   * Pays an order with locked money, or what is due of it (PAY-C4). The order machine decides whether it keeps the money
   * or refunds it. `phone` is the payer's whole phone when M-Pesa named it. The caller must lock the order. Throws
   * `ReceiptTakenError`, after which the transaction must be rolled back.
   */
  async function pay(
    tx: Sql,
    { receipt, amount, payer, paidAt }: ReceivedRow,
    orderId: OrderId,
    { isShown, phone }: { readonly isShown: boolean; readonly phone: Msisdn | null },
    now: Date,
  ): Promise<void> {
    if (amount === null) throw new Error('received money: it has no amount');
    const id = randomUUID();
    const told = parseWirePhone(payer);
    const whole = phone ?? (told?.kind === 'whole' ? told.phone : null);
    await freeReceipt(tx, receipt);
    const payment = { id, attemptId: null, orderId, phone: whole, receipt, amount, paidAt };
    if (!(await insertPayment(tx, payment))) throw new ReceiptTakenError();
    const read = async () => {
      const stored = await findOrder(tx, orderId);
      if (stored === null) throw new Error('received money: its order is gone');
      return stored;
    };
    const outcome = await changeOrder(tx, read, { type: 'payment.succeeded', payment: id, isNew: true, paidAt }, now);
    if (outcome !== 'changed') throw new Error(`received money: the order ${outcome} it`);
    const state = isShown ? 'paid' : 'provisional';
    const change = { state, isShown, orderId, paymentId: id, problem: null, asks: 0, listedAt: null } as const;
    await setReceived(tx, receipt, { ...change, updatedAt: now });
    await seeMoney(tx, orderId, receipt, now);
    if (!isShown) await scheduleQuestions(tx, receipt, now);
  }

  return { match, pay, payShown };
}

function getOrder(decided: Match): OrderId | null {
  return 'orderId' in decided ? decided.orderId : null;
}
