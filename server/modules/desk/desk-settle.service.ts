import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import type { Way } from './desk-item.rules.ts';
import { runJobNow, settleAlarm, settleAlarmsOf } from './desk.repository.ts';
import type { Found } from './desk.service.ts';

export interface Settling {
  readonly handle: string;
  /** The decision, when the item needs one. */
  readonly as: Way | null;
  /** Reason or action, for later questions. */
  readonly note: string;
  /** Name of the staff member, for the audit log. */
  readonly by: string;
}

const SHORTEST_NOTE = 3;
const LONGEST_NOTE = 500;

/** Settles back office items, each once, with a note in the audit log (D29). */
export function createDeskSettleService(
  deps: Deps,
  services: Pick<Services, 'desk' | 'refundsDesk' | 'staffOrders' | 'audit'>,
) {
  const { db, clock, jobs } = deps;
  const { find } = services.desk;
  const { confirm, take, giveBack, deny } = services.refundsDesk;
  const { moveWithin } = services.staffOrders;
  const { recordChange } = services.audit;

  /**
   * Settles an item and returns it. Throws `Refusal` `invalid` for a note or decision that the item does not allow,
   * `not-found` for an unknown item, and `conflict` for an item that is already settled.
   */
  async function settle({ handle, as, note, by }: Settling) {
    const said = note.trim();
    if (said.length < SHORTEST_NOTE || said.length > LONGEST_NOTE)
      throw new Refusal(
        'invalid',
        `Write a note of ${SHORTEST_NOTE} to ${LONGEST_NOTE} characters that says what was done`,
      );
    const found = await find(handle);
    refuseUnknownWay(found, as);
    const staff = { id: null, email: by };
    await db.tx(async (tx) => {
      const now = clock.now();
      if (!(await carryOut(tx, found, as, staff))) throw settledBefore(found.item.handle);
      if (found.kind === 'order') await settleAlarmsOf(tx, found.orderId, now);
      const entry = { before: { what: found.item.what }, after: { ...(as !== null && { as }), note: said } };
      await recordChange(tx, { staff, action: 'desk.settled', subject: `${found.kind} ${found.id}`, ...entry }, now);
    });
    jobs.wake();
    return { item: found.item, as };
  }

  /** Returns false when another request settled it first. */
  async function carryOut(tx: Sql, found: Found, as: Way | null, staff: { id: null; email: string }) {
    const { id } = found;
    switch (found.kind) {
      case 'refund':
        return confirm(tx, id);
      case 'alarm':
        return settleAlarm(tx, id, clock.now());
      case 'job':
        return runJobNow(tx, id, clock.now());
      case 'order':
        await decide(tx, found.orderId, as, staff);
        return true;
    }
  }

  async function decide(tx: Sql, id: OrderId, as: Way | null, staff: { id: null; email: string }): Promise<void> {
    if (as === 'paid') await take(tx, id);
    if (as === 'refund') await giveBack(tx, id);
    if (as === 'unpaid') await deny(tx, id);
    if (as === 'processing' || as === 'cancelled') await moveWithin(tx, staff, { id, status: as });
  }

  return { settle };
}

function refuseUnknownWay({ item: { handle, ways }, isOpen, kind }: Found, as: Way | null): void {
  if (!isOpen && kind === 'order') throw new Refusal('conflict', `There is nothing to decide about ${handle}.`);
  if (!isOpen) throw settledBefore(handle);
  if (ways.length === 0 && as !== null) throw new Refusal('invalid', `${handle} takes only a note, without --as`);
  if (ways.length > 0 && (as === null || !ways.includes(as)))
    throw new Refusal('invalid', `Settle ${handle} with --as ${ways.join(' or ')}`);
}

function settledBefore(handle: string): Refusal {
  return new Refusal(
    'conflict',
    `${handle} is already settled. Nothing was changed. See npm run desk -- show ${handle}`,
  );
}
