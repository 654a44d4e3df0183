import { sql } from 'drizzle-orm';
import type { Sql } from '../db/client.ts';
import { queryRows, type Table } from './tables.ts';

/** Checksum of a table. */
export interface TableSum {
  readonly name: string;
  readonly rows: number;
  /** Sum over all rows as text, independent of their order and of the engine. */
  readonly sum: string;
}

/** Totals that an owner can compare with their own books. */
export interface Books {
  readonly orders: number;
  /** Whole shillings. */
  readonly orderTotals: number;
  readonly payments: number;
  readonly refunds: number;
  readonly piecesOnHand: number;
  readonly piecesReserved: number;
}

/** Makes times and numbers independent of the connection's settings. */
export async function useCanonicalFormat(tx: Sql): Promise<void> {
  await tx.execute(sql`set local timezone to 'UTC'`);
  await tx.execute(sql`set local extra_float_digits to 1`);
  await tx.execute(sql`set local bytea_output to 'hex'`);
}

/** Computes the checksums by reading all rows. */
export async function sumTables(tx: Sql, tables: readonly Table[]): Promise<TableSum[]> {
  const sums: TableSum[] = [];
  for (const { name } of tables) {
    const found = await queryRows<{ rows: string; sum: string }>(
      tx,
      sql`select count(*)::text as rows,
        coalesce(sum(('x' || substr(md5(to_jsonb(it)::text), 1, 12))::bit(48)::bigint), 0)::text as sum
        from ${sql.identifier(name)} it`,
    );
    sums.push(...found.map(({ rows, sum }) => ({ name, rows: Number(rows), sum })));
  }
  return sums;
}

export async function sumBooks(tx: Sql): Promise<Books> {
  const [found] = await queryRows<Record<keyof Books, string>>(
    tx,
    sql`select
      (select count(*) from orders)::text as "orders",
      (select coalesce(sum(total_price), 0) from orders)::text as "orderTotals",
      (select coalesce(sum(amount), 0) from payments)::text as "payments",
      (select coalesce(sum(amount), 0) from refunds)::text as "refunds",
      (select coalesce(sum(on_hand), 0) from product_stock)::text as "piecesOnHand",
      (select coalesce(sum(reserved), 0) from product_stock)::text as "piecesReserved"`,
  );
  const toNumber = (name: keyof Books) => Number(found?.[name]);
  return {
    orders: toNumber('orders'),
    orderTotals: toNumber('orderTotals'),
    payments: toNumber('payments'),
    refunds: toNumber('refunds'),
    piecesOnHand: toNumber('piecesOnHand'),
    piecesReserved: toNumber('piecesReserved'),
  };
}

/** Returns the names of tables that differ. */
export function findDifferences(one: readonly TableSum[], other: readonly TableSum[]): string[] {
  const there = new Map(other.map((table) => [table.name, table]));
  const names = new Set([...one, ...other].map(({ name }) => name));
  return [...names].filter((name) => {
    const here = one.find((table) => table.name === name);
    const found = there.get(name);
    return here?.rows !== found?.rows || here?.sum !== found?.sum;
  });
}
