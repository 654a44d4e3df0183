import type * as v from 'valibot';
import type { listOrders, setOrderStatus } from '../../../contract/admin.ts';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentStaff } from '../../people.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import { toOrderView } from '../orders/order-view.rules.ts';
import { assertExists } from '../orders/own-order.rules.ts';
import { getRefusalReason } from '../settlement/parcel-reasons.rules.ts';
import { countMissingSerials } from '../settlement/serials.repository.ts';
import { notShown, numbersMissing } from '../settlement/settlement.texts.ts';
import { countUnproven } from '../settlement/received-money.repository.ts';
import {
  countOrders,
  findOrder,
  findOrderPage,
  lockOrder,
  type OrderRow,
} from '../settlement/stored-orders.repository.ts';
import { setProposer } from '../settlement/refunds.repository.ts';
import type { AuditEntry } from './audit.service.ts';
import { toAuditedOrder, toStaffEvent } from './staff-orders.rules.ts';

type StatusChange = v.InferOutput<typeof setOrderStatus.request>;

const ORDERS_PAGE = 20;

/** Staff access to all orders (H1, A36). */
export function createStaffOrdersService(
  deps: Deps,
  services: Pick<Services, 'orderChange' | 'settlement' | 'querySchedule' | 'audit'>,
) {
  const { db, clock, jobs } = deps;
  const { changeOrder } = services.orderChange;
  const { endClaim } = services.settlement;
  const { askNow } = services.querySchedule;
  const { recordChange } = services.audit;

  /** Returns orders of one status or all, newest first. */
  async function list({ status: wanted, page }: v.InferOutput<typeof listOrders.request>) {
    const status = wanted ?? null;
    const [found, total] = await Promise.all([
      findOrderPage(db.sql, status, { limit: ORDERS_PAGE, offset: (page - 1) * ORDERS_PAGE }),
      countOrders(db.sql, status),
    ]);
    return {
      orders: found.map(toOrderView),
      pagination: { page, limit: ORDERS_PAGE, total, pages: Math.ceil(total / ORDERS_PAGE) },
    } satisfies v.InferInput<typeof listOrders.reply>['data'];
  }

  /** Changes the status of an order, as `moveWithin` does. */
  async function move(staff: CurrentStaff, change: StatusChange) {
    const view = await db.tx((tx) => moveWithin(tx, staff, change));
    jobs.wake();
    return view;
  }

  /**
   * Changes the status of an order in the caller's transaction. The current status is accepted without a change, so
   * that two staff members may send the same request. Throws `Refusal` `conflict` for a transition that the machine
   * does not allow, `not-found` for an unknown order, and `invalid` for a tracking number without a shipment.
   */
  async function moveWithin(tx: Sql, staff: AuditEntry['staff'], { id, status, trackingNumber = '' }: StatusChange) {
    if (status !== 'shipped')
      refuseFields({ trackingNumber: trackingNumber.trim() === '' ? null : 'Only a shipped order has one' });
    const event = toStaffEvent(status, trackingNumber);
    await lockOrder(tx, id);
    const read = async () => assertExists(await findOrder(tx, id));
    const before = await read();
    if (before.order.status === status) return toOrderView(before);
    const now = clock.now();
    const by = { staffId: staff.id, actor: staff.email };
    const outcome = event === null ? 'refused' : await changeOrder(tx, read, event, now, { by });
    if (outcome !== 'changed') {
      const isUnproven = status === 'shipped' && (await countUnproven(tx, id)) > 0;
      const missing = status === 'shipped' ? await countMissingSerials(tx, id) : 0;
      throw refusal(before.order, status, isUnproven ? notShown : missing > 0 ? numbersMissing(missing) : null);
    }
    const after = await read();
    if (status === 'cancelled') await cancelPrompt(tx, id, now);
    if (staff.id !== null) await setProposer(tx, id, staff.id, now);
    const entry = { action: 'order.status', before: toAuditedOrder(before.order), after: toAuditedOrder(after.order) };
    await recordChange(tx, { staff, subject: `order ${id}`, ...entry }, now);
    return toOrderView(after);
  }

  /** The prompt on the phone may still be paid. An immediate query shows the result to the shopper soon. */
  async function cancelPrompt(tx: Sql, orderId: OrderId, now: Date): Promise<void> {
    const open = await endClaim(tx, orderId, now);
    if (open !== null && open.checkoutRequestId !== null) await askNow(tx, open.id, now);
  }

  return { list, move, moveWithin };
}

function refusal(order: OrderRow, wanted: StatusChange['status'], block: string | null): Refusal {
  const { status, paymentMethod, money } = order;
  const isUnpaid = status === 'pending' && paymentMethod === 'mpesa' && (money === 'unpaid' || money === 'partPaid');
  const isHandover = wanted === 'delivered' && status === 'shipped';
  const text = isUnpaid
    ? 'This order has not been paid yet.'
    : isHandover
      ? getRefusalReason('staff.deliver', order, false)
      : money === 'held'
        ? 'The back office holds this order.'
        : (block ?? 'This is not possible in the order’s present state.');
  return new Refusal('conflict', text, { data: { orderStatus: status } });
}
