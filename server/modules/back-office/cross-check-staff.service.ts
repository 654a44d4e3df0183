import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { TRUSTED } from '../settlement/cross-check.rules.ts';
import { findHeldOrders, lockCrossCheck, saveCrossCheck } from '../settlement/cross-check.repository.ts';

const TRUSTED_ALREADY = 'The cross-check is trusted. Nothing was changed.';
const NOTHING_HELD = 'No order is held by the contradictions. Nothing was changed.';

/** Decisions of an owner about the cross-check of callbacks (PAY-T2). */
export function createCrossCheckStaffService(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { audit, backOfficeSettle }: Pick<Services, 'audit' | 'backOfficeSettle'>,
) {
  const { recordChange } = audit;

  /** Trusts the cross-check again. Throws `Refusal` `conflict` when it is trusted. */
  async function trust(staff: CurrentStaff): Promise<void> {
    assertRole(staff, ['owner']);
    await db.tx(async (tx) => {
      const { openedAt } = await lockCrossCheck(tx);
      if (openedAt === null) throw new Refusal('conflict', TRUSTED_ALREADY);
      await saveCrossCheck(tx, { ...TRUSTED, alarmId: null });
      const entry = { action: 'crossCheck.trusted', subject: 'mpesa crossCheck', before: { openedAt } };
      await recordChange(tx, { staff, ...entry }, clock.now());
    });
  }

  /**
   * Counts the orders as paid again that the contradictions held before the circuit opened. Each has its audit row.
   * Returns how many. Throws `Refusal` `conflict` when there is none.
   */
  async function release(staff: CurrentStaff, note: string): Promise<number> {
    assertRole(staff, ['owner']);
    const { held, openedAt } = await db.tx((tx) => lockCrossCheck(tx));
    const orders = openedAt === null ? [] : await findHeldOrders(db.sql, held);
    if (orders.length === 0) throw new Refusal('conflict', NOTHING_HELD);
    for (const { id } of orders)
      await backOfficeSettle.settle({ handle: `order-${id}`, as: 'paid', note, by: staff.email });
    return orders.length;
  }

  return { trust, release };
}
