import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import type { Decision } from './item.rules.ts';
import { runJobNow, settleAlarm, settleOrderAlarms } from './back-office.repository.ts';
import type { FoundItem } from './back-office.service.ts';

export interface SettleRequest {
  readonly handle: string;
  /** The decision, when the item needs one. */
  readonly as: Decision | null;
  /** Reason or action, for later questions. */
  readonly note: string;
  /** Name of the staff member, for the audit log. */
  readonly by: string;
}

const SHORTEST_NOTE = 3;
const LONGEST_NOTE = 500;
const REFUNDS_ELSEWHERE = 'A refund needs an approval. Nothing was changed. See npm run refunds';

/** Settles back office items, each once, with a note in the audit log (D29). */
export function createBackOfficeSettleService(
  deps: Deps,
  services: Pick<Services, 'backOffice' | 'refundsBackOffice' | 'staffOrders' | 'audit'>,
) {
  const { db, clock, jobs } = deps;
  const { find } = services.backOffice;
  const { take, giveBack, deny } = services.refundsBackOffice;
  const { moveWithin } = services.staffOrders;
  const { recordChange } = services.audit;

  /**
   * Settles an item and returns it. Throws `Refusal` `invalid` for a note or decision that the item does not allow,
   * `not-found` for an unknown item, and `conflict` for an item that is already settled.
   */
  async function settle({ handle, as, note, by }: SettleRequest) {
    const said = note.trim();
    if (said.length < SHORTEST_NOTE || said.length > LONGEST_NOTE)
      throw new Refusal(
        'invalid',
        `Write a note of ${SHORTEST_NOTE} to ${LONGEST_NOTE} characters that says what was done`,
      );
    const found = await find(handle);
    assertKnownDecision(found, as);
    const staff = { id: null, email: by };
    await db.tx(async (tx) => {
      const now = clock.now();
      if (!(await carryOut(tx, found, as, staff))) throw toSettledRefusal(found.item.handle);
      if (found.kind === 'order') await settleOrderAlarms(tx, found.orderId, now);
      const entry = { before: { what: found.item.what }, after: { ...(as !== null && { as }), note: said } };
      await recordChange(tx, { staff, action: 'desk.settled', subject: `${found.kind} ${found.id}`, ...entry }, now);
    });
    jobs.wake();
    return { item: found.item, as };
  }

  /** Returns false when another request settled it first. */
  async function carryOut(tx: Sql, found: FoundItem, as: Decision | null, staff: { id: null; email: string }) {
    const { id } = found;
    switch (found.kind) {
      case 'refund':
        throw new Refusal('conflict', REFUNDS_ELSEWHERE);
      case 'alarm':
        return settleAlarm(tx, id, clock.now());
      case 'job':
        return runJobNow(tx, id, clock.now());
      case 'order':
        await decide(tx, found.orderId, as, staff);
        return true;
    }
  }

  async function decide(tx: Sql, id: OrderId, as: Decision | null, staff: { id: null; email: string }): Promise<void> {
    if (as === 'paid') await take(tx, id);
    if (as === 'refund') await giveBack(tx, id);
    if (as === 'unpaid') await deny(tx, id);
    if (as === 'processing' || as === 'cancelled') await moveWithin(tx, staff, { id, status: as });
  }

  return { settle };
}

function assertKnownDecision({ item: { handle, ways }, isOpen, kind }: FoundItem, as: Decision | null): void {
  if (!isOpen && kind === 'order') throw new Refusal('conflict', `There is nothing to decide about ${handle}.`);
  if (!isOpen) throw toSettledRefusal(handle);
  if (ways.length === 0 && as !== null) throw new Refusal('invalid', `${handle} takes only a note, without --as`);
  if (ways.length > 0 && (as === null || !ways.includes(as)))
    throw new Refusal('invalid', `Settle ${handle} with --as ${ways.join(' or ')}`);
}

function toSettledRefusal(handle: string): Refusal {
  return new Refusal(
    'conflict',
    `${handle} is already settled. Nothing was changed. See npm run back-office -- show ${handle}`,
  );
}
