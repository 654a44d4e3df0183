import type { OrderStatus } from '../../../contract/orders.ts';
import { STATUS_WORDS } from '../../rules/orders/shown-order.ts';
import { Badge } from '../parts/badge.tsx';

const TONES = {
  pending: 'warn',
  processing: 'packed',
  shipped: 'onWay',
  delivered: 'good',
  cancelled: 'bad',
} as const satisfies Readonly<Record<OrderStatus, string>>;

/** The status of an order, each in its own colour (§4). */
export function StatusBadge({ status }: { readonly status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>;
}
