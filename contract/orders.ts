import * as v from 'valibot';
import { CheckedLine } from './cart.ts';
import { endpoint } from './endpoint.ts';
import { id, orderId, quantity, requiredText, shillings, success, text } from './fields.ts';
import { OperatingHours } from './pickup.ts';
import { CART_LIMITS } from './rules/cart-limits.ts';

export const ORDER_STATUSES = ['pending', 'processing', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];
export const PAYMENT_METHODS = ['mpesa', 'cod'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];
export const DELIVERY_METHODS = ['home_delivery', 'pickup_station'] as const;
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number];
export const PARCEL_STATES = ['onTheWay', 'ready', 'refused', 'uncollected', 'delivered', 'lost', 'returned'] as const;
export type ParcelView = v.InferOutput<typeof ParcelView>;

/** The parcel of an order, from its first shipping on (OWN-P1). */
export const ParcelView = v.object({
  /** `PARCEL_STATES`. A later server may name others, which a page ignores, like steps that it does not know. */
  state: v.string(),
  since: v.string(),
  /** The pickup station. `null` for home delivery. */
  pickup: v.nullable(
    v.object({
      name: v.string(),
      address: v.string(),
      phone: v.string(),
      /** `null` for the usual hours (§3). */
      operatingHours: v.nullable(OperatingHours),
    }),
  ),
  /** End of the 7 days of a ready parcel. `null` before its message left (OWN-P2). */
  collectUntil: v.nullable(v.string()),
  /** Steps, oldest first, without those that were corrected (OWN-P4). */
  history: v.array(v.object({ event: v.string(), at: v.string() })),
});
/** States of a refund that a shopper sees (PAY-F5). `dropped`: an owner decided against it. */
export const REFUND_VIEWS = ['due', 'sent', 'done', 'dropped'] as const;

/** Money of an order that goes back (PAY-F5). */
export const RefundView = v.object({
  id: v.string(),
  /** Whole shillings. */
  amount: v.number(),
  /** `REFUND_VIEWS`. A later server may name others. */
  state: v.string(),
  /** The phone that gets it, `0712 ••• 678`. `null` when unknown, and for cash. */
  phone: v.nullable(v.string()),
  /** M-Pesa's receipt of a refund that is done. `null` until it is known. */
  receipt: v.nullable(v.string()),
  /** When it reached this state. */
  at: v.string(),
  /** Shown unchanged. */
  text: v.string(),
});
export type RefundView = v.InferOutput<typeof RefundView>;

/** §3 Order creation payload. The server recomputes all amounts (D5). */
export const OrderDraft = v.strictObject({
  orderItems: v.pipe(
    v.array(v.strictObject({ product: id, name: text(300), quantity, price: shillings, image: text(500) })),
    v.minLength(1),
    v.maxLength(CART_LIMITS.lines),
  ),
  shippingAddress: v.strictObject({
    address: requiredText(300),
    city: requiredText(120),
    /** Always `00000` in the request. The server stores the code of the saved address if it has one (A30). */
    postalCode: text(20),
    country: requiredText(60),
    deliveryMethod: v.picklist(DELIVERY_METHODS),
    /** Recipient (A28). Defaults to the account. */
    name: v.optional(text(120)),
    phone: v.optional(text(40)),
    pickupStationId: v.optional(id),
    pickupLocation: v.optional(v.strictObject({ county: requiredText(120), town: requiredText(120) })),
  }),
  paymentMethod: v.picklist(PAYMENT_METHODS),
  itemsPrice: shillings,
  taxPrice: shillings,
  shippingPrice: shillings,
  totalPrice: shillings,
  deliveryMethod: v.picklist(DELIVERY_METHODS),
  pickupStation: v.optional(id),
  pickupInstructions: v.optional(text(500)),
  /** The shopper's unpaid order that this one replaces (D21). */
  replaces: v.optional(orderId),
});
/** As the browser sends it. */
export type OrderDraft = v.InferInput<typeof OrderDraft>;
/** As the server parsed it. */
export type ParsedDraft = v.InferOutput<typeof OrderDraft>;

/** §3 Order. Dates are ISO 8601 in UTC. Views format them in Africa/Nairobi (A50). */
export const Order = v.object({
  _id: v.string(),
  user: v.object({ _id: v.string(), name: v.string(), email: v.string() }),
  orderItems: v.array(
    v.object({
      _id: v.string(),
      product: v.optional(v.string(), ''),
      name: v.string(),
      quantity: v.number(),
      price: v.number(),
      image: v.string(),
    }),
  ),
  shippingAddress: v.object({
    name: v.optional(v.string(), ''),
    phone: v.optional(v.string(), ''),
    address: v.string(),
    city: v.string(),
    postalCode: v.string(),
    country: v.string(),
    deliveryMethod: v.optional(v.picklist(DELIVERY_METHODS), 'home_delivery'),
    /** Pickup only. Snapshot of the station's name, address and city. */
    pickupLocation: v.optional(v.object({ county: v.string(), town: v.string(), station: v.string() })),
  }),
  paymentMethod: v.picklist(PAYMENT_METHODS),
  itemsPrice: v.number(),
  shippingPrice: v.number(),
  taxPrice: v.number(),
  totalPrice: v.number(),
  isPaid: v.boolean(),
  paidAt: v.nullable(v.string()),
  isDelivered: v.boolean(),
  deliveredAt: v.nullable(v.string()),
  status: v.picklist(ORDER_STATUSES),
  trackingNumber: v.nullable(v.string()),
  /** End of the hold on an unpaid M-Pesa order (D12, Q24), or `null`. */
  expiresAt: v.optional(v.nullable(v.string()), null),
  /**
   * Why the order was cancelled, or `null`: `shopper`, `staff`, `expired`, `replaced`, `returned` or `lost`. A later
   * server may name others.
   */
  cancelReason: v.optional(v.nullable(v.string()), null),
  parcel: v.optional(v.nullable(ParcelView), null),
  /** A payment arrived, and the back office reviews it before the order counts as paid (D27). */
  held: v.optional(v.boolean()),
  /** Notice about a late, repeated or wrong payment (D8, D27), shown unchanged, or `null`. */
  paymentNotice: v.optional(v.nullable(v.string()), null),
  /** M-Pesa receipt of the payment. `null` while unknown, also for a paid order (Q16). */
  receipt: v.optional(v.nullable(v.string()), null),
  /** Whether it can be paid by hand now (PAY-C1). */
  byHand: v.optional(v.boolean()),
  /** A payment by hand was seen, and M-Pesa is asked about it. No prompt is sent meanwhile (PAY-C4). */
  checking: v.optional(v.boolean()),
  /** The paid and the due amount of an order that is paid in part (PAY-C5). `null` for other orders. */
  part: v.optional(v.nullable(v.object({ paid: v.number(), due: v.number() })), null),
  /** Oldest first. */
  refunds: v.optional(v.array(RefundView), []),
  createdAt: v.string(),
  updatedAt: v.string(),
});
export type Order = v.InferOutput<typeof Order>;

const oneOrder = success(v.object({ order: Order }));

/** Requires the header `Idempotency-Key` (D9, D10). A 409 contains `data.lines` (`ChangedLines`). */
export const createOrder = endpoint({
  method: 'POST',
  path: '/orders',
  access: 'customer',
  request: OrderDraft,
  reply: oneOrder,
});

export const PROMPTS = ['open', 'slow', 'closed'] as const;
export type PromptState = (typeof PROMPTS)[number];

export const BY_HAND = ['off', 'second', 'first'] as const;

const share = v.object({ most: v.number(), open: v.number() });

/** Limits for `methodRefusals` (A51, D19). The order `replaces`, as in the draft, does not count. */
export const paymentLimits = endpoint({
  method: 'GET',
  path: '/orders/payment-limits',
  access: 'customer',
  request: v.strictObject({ replaces: v.optional(orderId) }),
  reply: success(
    v.object({
      mpesaMax: v.number(),
      unpaidMpesa: share,
      cashMax: v.nullable(v.number()),
      cashOrders: share,
      cashValue: share,
      isFirst: v.boolean(),
      /** Whether M-Pesa sends prompts: as usual, not for a short while, or not before they work again (PAY-M2, PAY-M3). */
      prompt: v.optional(v.picklist(PROMPTS), 'open'),
      /** Seconds until the next prompt may be tried. 0: now. */
      retryAfter: v.optional(v.number(), 0),
      /** Whether the shop takes payments by hand, and whether it offers them before the prompt (PAY-C1). */
      byHand: v.optional(v.picklist(BY_HAND), 'off'),
    }),
  ),
});

/** `data` of a 409 of `POST /orders`: only the changed lines (D5). */
export const ChangedLines = v.object({ lines: v.array(CheckedLine) });

/** `data` of a 400 of `POST /orders` when the key belongs to this order with another payment method. */
export const KnownOrder = v.object({ orderId: v.string() });

export const listMyOrders = endpoint({
  method: 'GET',
  path: '/orders/my',
  access: 'customer',
  request: v.strictObject({}),
  reply: success(v.object({ orders: v.array(Order) })),
});

/** Looks up the order of a create request whose reply was lost (D10). 404 when no order has the key. */
export const getOrderByKey = endpoint({
  method: 'GET',
  path: '/orders/by-key/:key',
  access: 'customer',
  request: v.strictObject({ key: requiredText(255) }),
  reply: oneOrder,
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/orders/:id',
  access: 'customer',
  request: v.strictObject({ id: orderId }),
  reply: oneOrder,
});

export const cancelOrder = endpoint({
  method: 'PUT',
  path: '/orders/:id/cancel',
  access: 'customer',
  request: v.strictObject({ id: orderId }),
  reply: oneOrder,
});

/** Switches an M-Pesa order to cash on delivery (D21). */
export const changePaymentMethod = endpoint({
  method: 'PUT',
  path: '/orders/:id/payment-method',
  access: 'customer',
  request: v.strictObject({ id: orderId, paymentMethod: v.literal('cod') }),
  reply: oneOrder,
});
