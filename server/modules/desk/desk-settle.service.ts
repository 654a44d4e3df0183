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
  /** What was decided, where the thing asks for it. */
  readonly as: Way | null;
  /** Why, or what was done, for whoever asks later. */
  readonly note: string;
  /** Who says so, for the audit. */
  readonly by: string;
}

const SHORTEST_NOTE = 3;
const LONGEST_NOTE = 500;

/** Settles what waits for people, each thing once, with a note in the audit (D29). */
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
   * Gives the thing that was settled. Refusal `invalid` for a note or a way that it does not take, `not-found` for what
   * is not there, `conflict` for what was settled before: then nothing is changed.
   */
  async function settle({ handle, as, note, by }: Settling) {
    const said = note.trim();
    if (said.length < SHORTEST_NOTE || said.length > LONGEST_NOTE)
      throw new Refusal('invalid', `A note of ${SHORTEST_NOTE} to ${LONGEST_NOTE} characters has to say what was done`);
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

  /** False where somebody else was faster. */
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
  if (ways.length === 0 && as !== null)
    throw new Refusal('invalid', `${handle} is settled by its note alone, without --as`);
  if (ways.length > 0 && (as === null || !ways.includes(as)))
    throw new Refusal('invalid', `${handle} has to be settled --as ${ways.join(' or ')}`);
}

function settledBefore(handle: string): Refusal {
  return new Refusal('conflict', `${handle} was settled before: nothing was changed. npm run desk -- show ${handle}`);
}
