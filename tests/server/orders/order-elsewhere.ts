import type { Elsewhere } from 'model-testing/table/table';
import { PARCEL_ELSEWHERE } from './order-parcel-words.ts';

/**
 * Rows and invariants about the request, its key, its owner and the limits. Other tests cover them, not the machine.
 */
export const ELSEWHERE: readonly Elsewhere[] = [
  ...PARCEL_ELSEWHERE,
  { rows: /^none: POST \/orders\(no or invalid token/, by: 'tests/server/orders/order-read.test.ts' },
  {
    rows: /^none: POST \/orders\((A sent|total 1|A x [56],|the flash price|the same product)/,
    by: 'tests/server/orders/create-order.test.ts',
  },
  { rows: /^none: POST \/orders\(two shoppers/, by: 'tests/server/orders/order-race.test.ts' },
  { rows: /^none: POST \/orders\((quantity 0|no lines)/, by: 'tests/server/orders/bad-input.test.ts' },
  {
    // Limits on a shopper's open orders (D19).
    rows: /^none: POST \/orders\((?:cod|mpesa), (?:with|total \d+, (?!over))(?!.*(?:250001|500001))|\(A x (?:50|51|2,|1,|26)|bound|of one shopper at the same moment|172|48 h have|3 more unpaid|\[Ksh 9|\[Ksh 297|\[10 open/,
    by: 'tests/server/orders/order-quotas.test.ts',
  },
  { rows: /the 11th of one shopper|of another shopper behind/, by: 'tests/server/orders/order-limit.test.ts' },
  { rows: /^message\./, by: 'tests/server/orders/messages.test.ts' },
  {
    rows: /: PUT \/admin\/orders.*(?:with no, an invalid|older than 8 h)/,
    by: 'tests/server/core/access.test.ts',
  },
  {
    rows: /: PUT \/admin\/orders.*(?:at the same moment|by two of the staff)/,
    by: 'tests/server/staff/orders.test.ts',
  },
  {
    rows: /: PUT \/admin\/orders(?!.*(?:with no|older|moment))/,
    by: 'tests/server/staff/order-moves.test.ts',
  },
  { rows: /: GET \/admin\/orders/, by: 'tests/server/staff/orders.test.ts' },
  {
    // Late money and the message about it (D27).
    rows: /: GET \/orders\/\S+ by its owner \[(?:Ksh|overpaid)/,
    by: 'tests/server/payments/late-money.test.ts',
  },
  { rows: /^(?!money\.held).*: GET \/orders\/\{(?!.*(?:Ksh|overpaid))/, by: 'tests/server/orders/order-read.test.ts' },
  {
    // A cancelled order with an open prompt (F28).
    rows: /prompt that was open at the cancel|cancel and POST|cancel by its owner \[M-Pesa, an attempt is live/,
    by: 'tests/server/payments/cancelled-order.test.ts',
  },
  {
    // Money reported with a different amount (D27, Q16).
    rows: /^money\.held: (?:GET|PUT \/orders|POST)|a query says paid(?:, (?:then|no)| after)/,
    by: 'tests/server/payments/payment-review.test.ts',
  },
  { rows: /: PUT \/orders\/.*\/cancel/, by: 'tests/server/orders/order-change.test.ts' },
  { rows: /expiry's job|the clock steps back 5|the sweeper looks/, by: 'tests/server/orders/expiry.test.ts' },
  { rows: /the clock steps back two minutes/, by: 'tests/server/core/clock.test.ts' },
  { rows: /the refund's job fails/, by: 'tests/server/orders/messages.test.ts' },
  {
    rows: /^invariant: (?:no shopper's open orders|a refusal by a bound)/,
    by: 'tests/server/orders/order-quotas.test.ts',
  },
  {
    rows: /^invariant: (?:isPaid is false while|an amount that was told)/,
    by: 'tests/server/payments/payment-review.test.ts',
  },
  { rows: /^invariant: each kind of news/, by: 'tests/server/orders/messages.test.ts' },
  { rows: /^invariant: every change by staff/, by: 'tests/server/staff/orders.test.ts' },
  { rows: /^invariant: an unpaid M-Pesa order that is not held/, by: 'tests/server/orders/expiry.test.ts' },
  { rows: /^none: POST \/orders\(cod, phone not verified/, never: 'an account is made when its phone is verified' },
  { rows: /^none: POST \/orders\(mpesa, total (?:250001|500001)/, by: 'tests/server/orders/mpesa-orders.test.ts' },
  {
    rows: /POST \/orders again|key K1 still in progress|GET \/orders\/by-key/,
    by: 'tests/server/orders/order-key.test.ts',
  },
  { rows: /GET \/orders\/\{id\} by another|another shopper: cancel/, by: 'tests/server/orders/order-read.test.ts' },
  { rows: /^invariant: isDelivered if and only if/, by: 'tests/server/orders/order-change.test.ts' },
  { rows: /^invariant: reserved stock never exceeds/, by: 'tests/server/orders/order-race.test.ts' },
  { rows: /^invariant: the short id/, by: 'tests/server/orders/create-order.test.ts' },
  // By name, over every reachable order.
  {
    rows: /^invariant: (delivered and cancelled are final|no sum of money|an unpaid M-Pesa order is never processing)/,
    by: 'tests/server/orders/order-invariants.test.ts',
  },
];
