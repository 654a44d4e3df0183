/**
 * Unmatched money goes back without an order (PAY-C4), and orders whose refunds an owner dropped keep their money (PAY-F1).
 */
export const returnedMoney: readonly string[] = [
  'alter table payments alter column order_id drop not null',
  'alter table refunds alter column order_id drop not null',
  `update orders set money = 'kept', no_refund_reason = coalesce(no_refund_reason, (
      select note from refunds where order_id = orders.id and state = 'dropped'
      and reason in ('cancelled', 'lost', 'returned') order by confirmed_at desc, id desc limit 1))
    where money = 'refunded'
      and exists (select 1 from refunds where order_id = orders.id and state = 'dropped'
        and reason in ('cancelled', 'lost', 'returned'))
      and not exists (select 1 from refunds where order_id = orders.id and reason in ('cancelled', 'lost', 'returned')
        and state <> 'dropped')`,
  `update payment_attempts set state = 'succeeded' where state = 'refunded'
    and exists (select 1 from refunds where attempt_id = payment_attempts.id and state = 'dropped')`,
  `update refunds set attempt_id = null where state = 'dropped' and attempt_id is not null`,
];
