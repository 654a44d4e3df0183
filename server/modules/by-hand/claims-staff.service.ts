import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { assertReason } from './reason.rules.ts';
import { findClaim, type ClaimRow } from '../settlement/claims.repository.ts';
import { findReceived } from '../settlement/received-money.repository.ts';
import { lockOrder } from '../settlement/stored-orders.repository.ts';
import { findClaimsByStart, findClaimsForStaff } from './claims-staff.repository.ts';
import * as texts from './claims.texts.ts';

/** Claims that M-Pesa has not decided, for the staff (PAY-S1, PAY-S2). */
export function createClaimsStaffService(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  services: Pick<Services, 'claimChange' | 'unmatched' | 'audit'>,
) {
  const { changeClaim } = services.claimChange;
  const { attachInOrder } = services.unmatched;
  const { recordChange } = services.audit;

  /** Returns the claims that staff decide about, oldest first, with both parties where M-Pesa does not tell who paid. */
  async function list() {
    return (await findClaimsForStaff(db.sql)).map(({ id, receipt, problem, since, order, money }) => ({
      claim: id.slice(0, 8),
      receipt,
      order,
      problem: problem ?? 'noAnswer',
      since: since.toISOString(),
      money: money === null ? null : { ...money },
    }));
  }

  /**
   * Pays the claim's order with its money, as `unmatched.attach` does. Throws `Refusal` `invalid` without a reason,
   * `forbidden` for another role, `not-found` for an unknown claim, and `conflict` while M-Pesa is being asked, after a
   * decision, before M-Pesa showed the money, and for a receipt with another use.
   */
  async function attach(staff: CurrentStaff, handle: string, reason: string) {
    const said = assertReason(reason);
    return change(staff, handle, async (tx, { orderId, receipt }, now) => {
      const money = await findReceived(tx, receipt);
      const isSeen = money !== null && (money.state !== 'unmatched' || money.isShown || money.problem === 'unclear');
      if (!isSeen) throw new Refusal('conflict', texts.notShown);
      // Staff have seen both parties.
      return attachInOrder(tx, staff, { receipt, orderId, reason: said, isShown: true }, now);
    });
  }

  /** Refuses a claim. The shopper is informed with the one text. Throws as `attach` does. */
  async function refuse(staff: CurrentStaff, handle: string, reason: string): Promise<'refused'> {
    const said = assertReason(reason);
    return change(staff, handle, async (tx, { id, receipt, orderId }, now) => {
      await changeClaim(tx, id, { type: 'staff.refuse' }, now);
      const after = { order: orderId, receipt, reason: said };
      await recordChange(tx, { staff, action: 'claim.refuse', subject: `claim ${id}`, after }, now);
      return 'refused' as const;
    });
  }

  /** Asks M-Pesa once more. Throws as `attach` does. */
  async function ask(staff: CurrentStaff, handle: string): Promise<'asked'> {
    return change(staff, handle, async (tx, { id }, now) => {
      await changeClaim(tx, id, { type: 'staff.ask' }, now);
      return 'asked' as const;
    });
  }

  async function change<Done>(
    staff: CurrentStaff,
    handle: string,
    work: (tx: Sql, claim: ClaimRow, now: Date) => Promise<Done>,
  ): Promise<Done> {
    assertRole(staff, ['owner', 'orders']);
    const done = await db.tx(async (tx) => {
      const [found, another] = await findClaimsByStart(
        tx,
        handle
          .trim()
          .toLowerCase()
          .replace(/^claim-/, ''),
      );
      if (found === undefined) throw new Refusal('not-found', texts.notFound);
      if (another !== undefined) throw new Refusal('conflict', texts.several);
      await lockOrder(tx, found.orderId);
      const claim = await findClaim(tx, found.id);
      if (claim === null) throw new Refusal('not-found', texts.notFound);
      if (claim.state === 'asking' || claim.state === 'waiting') throw new Refusal('conflict', texts.beingAsked);
      if (claim.state !== 'for_staff') throw new Refusal('conflict', texts.isDecided);
      return work(tx, claim, clock.now());
    });
    jobs.wake();
    return done;
  }

  return { list, attach, refuse, ask };
}
