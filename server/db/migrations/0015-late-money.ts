/**
 * Orders are unpaid when all payments arrived after they ended (D27). Each of these payments got its refund when it
 * arrived. Each statement may run again after a crash.
 */
export const lateMoney: readonly string[] = [
  'create index if not exists refunds_order on refunds (order_id)',
  `update orders set is_paid = false, paid_at = null
    where is_paid and status = 'cancelled' and money in ('refundDue', 'refunded')
      and exists (select from payments where payments.order_id = orders.id)
      and not exists (
        select from payments left join refunds on refunds.attempt_id = payments.attempt_id
        where payments.order_id = orders.id
          and (refunds.created_at is null or refunds.created_at > payments.paid_at)
      )`,
];
