/**
 * Changes of stock with their reasons. Each product gets an opening row with its pieces on hand minus those that
 * unshipped orders have committed. A process of an older version that sells meanwhile writes no rows; the nightly
 * comparison books what it missed (decision 0136).
 */
export const stockLedger: readonly string[] = [
  `create table if not exists stock_ledger (
    id uuid primary key,
    product_id uuid not null references products (id) on delete cascade,
    difference integer not null,
    pieces integer,
    reason text not null,
    order_id uuid references orders (id),
    staff_id uuid references staff (id),
    actor text not null,
    source text,
    counted integer,
    expected integer,
    at timestamptz not null,
    constraint stock_ledger_reason check (reason in
      ('sale', 'cancelled', 'returned', 'received', 'counted', 'damaged', 'lost', 'correction')),
    constraint stock_ledger_pieces check (pieces is null or difference = 0),
    constraint stock_ledger_counted check (counted - expected = difference)
  )`,
  'create index if not exists stock_ledger_product on stock_ledger (product_id, at)',
  `create unique index if not exists stock_ledger_order_once on stock_ledger (order_id, product_id, reason)
    where reason in ('sale', 'cancelled', 'returned')`,
  `create unique index if not exists stock_ledger_source_once on stock_ledger (product_id, source)
    where source is not null`,
  `insert into stock_ledger (id, product_id, difference, reason, actor, source, at)
    select gen_random_uuid(), stock.product_id, stock.on_hand - coalesce(committed.pieces, 0), 'counted', 'system',
      'opening', now()
    from product_stock as stock left join (
      select product_id, sum(quantity) as pieces from order_lines join orders on orders.id = order_lines.order_id
      where reservation = 'committed' and status in ('pending', 'processing') group by product_id
    ) as committed using (product_id)
    on conflict do nothing`,
  'analyze stock_ledger',
];
