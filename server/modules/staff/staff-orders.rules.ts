import type { OrderStatus } from '../../../contract/orders.ts';
import type { OrderEvent } from '../settlement/order-events.rules.ts';
import type { OrderRow } from '../settlement/stored-orders.repository.ts';

type StaffEvent = Extract<OrderEvent, { type: `staff.${string}` }>;

/**
 * Converts the requested status to an event of the order machine. `null` for `pending`, because no order returns to it
 * (A36).
 */
export function toStaffEvent(status: OrderStatus, trackingNumber: string): StaffEvent | null {
  switch (status) {
    case 'pending':
      return null;
    case 'processing':
      return { type: 'staff.process' };
    case 'shipped':
      return { type: 'staff.ship', trackingNumber: trackingNumber.trim() || null };
    case 'delivered':
      return { type: 'staff.deliver' };
    case 'cancelled':
      return { type: 'staff.cancel' };
  }
}

/** Returns the fields of an order for the audit log. */
export function toAuditedOrder({ status, money, trackingNumber, parcel, cash }: OrderRow): object {
  return { status, money, trackingNumber, parcel, cash };
}
