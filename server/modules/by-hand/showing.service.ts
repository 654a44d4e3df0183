import type { Msisdn } from '../../../contract/rules/phone.ts';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { parseMpesaResult } from '../../providers/mpesa-result.rules.ts';
import { secretHash } from '../../secrets.ts';
import type { OrderEvent } from '../settlement/order-events.rules.ts';
import {
  countUnproven,
  findReceived,
  lockReceived,
  setReceived,
  setUnmatched,
  type ReceivedRow,
} from '../settlement/received-money.repository.ts';
import { ReceiptTakenError } from '../settlement/settlement.service.ts';
import { findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';
import { findProvedPhones, setPayerPhone } from './received.repository.ts';
import { decideShowing, toShowing, type Outcome, type Showing } from './showing.rules.ts';
import { findStatusCall, insertStatusResult, type StatusCall } from './status-calls.repository.ts';

/** Applies what M-Pesa itself shows about money by hand (PAY-C4). */
export function createShowingService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>,
  services: Pick<Services, 'alarms' | 'orderChange' | 'matching' | 'claimResults'>,
) {
  const { env, db, clock, jobs } = deps;
  const { raiseAlarm } = services.alarms;
  const { changeOrder } = services.orderChange;
  const { pay } = services.matching;
  const { hear } = services.claimResults;
  const own = [env.mpesa.shortcode, env.mpesa.partyB];

  /** Returns the question whose address has this secret, or `null`. */
  function find(secret: string): Promise<StatusCall | null> {
    return findStatusCall(db.sql, secretHash(secret));
  }

  /** Stores a result once and applies it. A queue time-out tells no outcome, so the next question decides. */
  async function receive(call: StatusCall, body: string): Promise<void> {
    const result = call.isTimeout ? null : parseMpesaResult(parseJson(body));
    const isNew = await onceMore(() =>
      db.tx(async (tx) => {
        if (!(await insertStatusResult(tx, call.id, body, clock.now()))) return false;
        if (call.claimId !== null) await hear(tx, call.claimId, result);
        else await showResult(tx);
        return true;
      }),
    );
    // Locks the order of the money, so that it is a separate transaction after that of a claim's order.
    if (isNew && call.claimId !== null) await db.tx(showResult);
    jobs.wake();

    async function showResult(tx: Sql): Promise<void> {
      if (result !== null) await show(tx, call.receipt, (row) => toShowing(result, { ...row, own }), clock.now());
    }
  }

  /** Another message may use the same receipt in the same moment. Then this one finds it used. */
  async function onceMore<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReceiptTakenError)) throw error;
      return work();
    }
  }

  /** Applies a showing to money, in the caller's transaction. */
  async function show(tx: Sql, receipt: string, judge: (row: ReceivedRow) => Showing, now: Date): Promise<void> {
    const seen = await findReceived(tx, receipt);
    if (seen?.orderId != null) await lockOrder(tx, seen.orderId);
    const row = await lockReceived(tx, receipt);
    if (row === null || row.orderId !== (seen?.orderId ?? null)) return;
    const showing = judge(row);
    const phone = showing.is === 'shown' ? showing.phone : null;
    const isPayer = phone !== null && row.orderId !== null && (await isProved(tx, row.orderId, phone));
    const isSent = row.orderId !== null && (await isOnTheWay(tx, row.orderId));
    await apply(tx, row, decideShowing(row.state, showing, isPayer, isSent), { showing, phone }, now);
  }

  async function isOnTheWay(tx: Sql, orderId: OrderId): Promise<boolean> {
    const status = (await findOrder(tx, orderId))?.order.status;
    return status === 'shipped' || status === 'delivered';
  }

  async function isProved(tx: Sql, orderId: OrderId, phone: Msisdn): Promise<boolean> {
    const userId = (await findOrder(tx, orderId))?.order.userId ?? '';
    return (await findProvedPhones(tx, [userId])).get(userId)?.includes(phone) ?? false;
  }

  async function apply(
    tx: Sql,
    row: ReceivedRow,
    outcome: Outcome,
    { showing, phone }: { readonly showing: Showing; readonly phone: Msisdn | null },
    now: Date,
  ): Promise<void> {
    const { receipt, orderId, paymentId } = row;
    const alarm = { orderId, attemptId: null, subject: receipt, detail: { receipt } };
    if (paymentId !== null && phone !== null) await setPayerPhone(tx, paymentId, phone);
    switch (outcome.to) {
      case 'paid':
        if (outcome.does === 'pay' && orderId !== null) return pay(tx, row, orderId, { isShown: true, phone }, now);
        await setReceived(tx, receipt, { state: 'paid', isShown: true, problem: null, listedAt: null, updatedAt: now });
        if (outcome.does === 'endHold' && orderId !== null && (await countUnproven(tx, orderId)) === 0)
          await change(tx, orderId, { type: 'payment.clear' }, now);
        return;
      case 'unmatched': {
        const problem = showing.is === 'shown' ? 'otherPayer' : showing.is;
        const isShown = showing.is === 'shown';
        await setReceived(tx, receipt, { state: 'unmatched', problem, isShown, updatedAt: now });
        await setUnmatched(tx, receipt, now);
        if (outcome.isAlarm) await raiseAlarm(tx, { kind: 'moneyDiffers', ...alarm }, now);
        return;
      }
      case 'held':
        await setReceived(tx, receipt, { state: 'held', problem: 'differs', updatedAt: now });
        await raiseAlarm(tx, { kind: 'moneyDiffers', ...alarm }, now);
        if (orderId !== null) await change(tx, orderId, { type: 'payment.mismatched' }, now);
        return;
      case 'same':
        if (outcome.isShown && !row.isShown) await setReceived(tx, receipt, { isShown: true, updatedAt: now });
        if (outcome.isAlarm) await raiseAlarm(tx, { kind: 'moneyDiffers', ...alarm }, now);
    }
  }

  async function change(tx: Sql, orderId: OrderId, event: OrderEvent, now: Date): Promise<void> {
    const read = async () => {
      const stored = await findOrder(tx, orderId);
      if (stored === null) throw new Error('received money: its order is gone');
      return stored;
    };
    await changeOrder(tx, read, event, now);
  }

  return { find, receive, show };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
