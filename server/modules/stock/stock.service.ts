import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import {
  bookOnHand,
  bookOrder,
  correctDrift,
  findCountable,
  findLedger,
  findOrderPieces,
  findStock,
  lockStock,
  type LedgerEntry,
} from './stock.repository.ts';

/** The staff member, or only a name for a person who used a command on the shop's server. */
interface Staff {
  readonly id: string | null;
  readonly email: string;
}

interface ByStaff {
  readonly staff: Staff;
  readonly now: Date;
}

/** Pieces of one line of an order, as the inspection found them. Together they are the quantity of the line. */
export interface InspectedLine {
  readonly product: string;
  readonly sellable: number;
  readonly damaged: number;
  readonly missing: number;
}

export interface CountedLine {
  readonly product: string;
  /** Pieces in the shop, with those that orders have reserved. */
  readonly counted: number;
  /** Stock that the person saw before the count. Defaults to the pieces on hand. */
  readonly expected?: number;
}

/** Rows of the ledger that `show` returns. */
const MOST_SHOWN = 100;
const DATE_LENGTH = 10;

/**
 * Changes of stock that are not made by an order, with their ledger rows (OWN-P1). Each joins the caller's transaction
 * and locks products in id order. Pieces are whole numbers.
 */
export function createStockService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /**
   * Takes sellable pieces of a returned order back into stock, and records damaged and missing ones, whose sale took
   * them out before. The caller locks the order and calls it once per line. Throws `Refusal` `invalid` when a line is
   * not the order's, or its pieces are not the quantity of the line.
   */
  async function inspectReturned(
    tx: Sql,
    { order, lines, staff, now }: ByStaff & { readonly order: OrderId; readonly lines: readonly InspectedLine[] },
  ): Promise<void> {
    const sold = await findOrderPieces(tx, order);
    const entries = lines.flatMap(({ product, sellable, damaged, missing }): LedgerEntry[] => {
      assertPieces(sellable, damaged, missing);
      if (sold.get(product) !== sellable + damaged + missing)
        throw new Refusal('invalid', 'Sellable, damaged and missing pieces must add up to the ordered quantity');
      const entry = { productId: product, orderId: order, difference: 0, at: now, ...toActor(staff) };
      return [
        ...(sellable > 0 ? [{ ...entry, reason: 'returned' as const, difference: sellable }] : []),
        ...(damaged > 0 ? [{ ...entry, reason: 'damaged' as const, pieces: damaged }] : []),
        ...(missing > 0 ? [{ ...entry, reason: 'lost' as const, pieces: missing }] : []),
      ];
    });
    await bookOnHand(tx, entries);
  }

  /** Records that all pieces of a shipped order are lost. Their sale took them out of the stock before. */
  async function recordLost(tx: Sql, { order, staff, now }: ByStaff & { readonly order: OrderId }): Promise<void> {
    await bookOrder(tx, 'lost', { orderId: order, at: now, ...toActor(staff) });
  }

  /** Takes `recordLost` back (OWN-P4). */
  async function correctLost(tx: Sql, { order, staff, now }: ByStaff & { readonly order: OrderId }): Promise<void> {
    await bookOrder(tx, 'correction', { orderId: order, at: now, ...toActor(staff) });
  }

  /** Adds delivered pieces to the stock. */
  async function receive(
    tx: Sql,
    {
      lines,
      staff,
      now,
    }: ByStaff & { readonly lines: readonly { readonly product: string; readonly pieces: number }[] },
  ): Promise<void> {
    const entries = lines.map(({ product, pieces }): LedgerEntry => {
      assertPieces(pieces);
      return { productId: product, difference: pieces, reason: 'received', at: now, ...toActor(staff) };
    });
    await bookOnHand(tx, entries);
  }

  /**
   * Records counts and books their differences from what was expected, so that a sale in between stays booked (owner
   * §1). Skips products that `source` has counted before. Returns the rows that were booked, and the products with
   * fewer pieces than orders have reserved, which are not. Throws `Refusal` `invalid` when a product occurs twice.
   */
  async function count(
    tx: Sql,
    {
      lines,
      staff,
      now,
      source = null,
    }: ByStaff & { readonly lines: readonly CountedLine[]; readonly source?: string | null },
  ) {
    const ids = lines.map(({ product }) => product);
    if (new Set(ids).size < ids.length) throw new Refusal('invalid', 'Each product can be counted once');
    const stock = await lockStock(tx, ids);
    const entries = lines.map(({ product, counted, expected = stock.get(product)?.onHand ?? 0 }): LedgerEntry => {
      assertPieces(counted, expected);
      const booking = { reason: 'counted' as const, difference: counted - expected, counted, expected };
      return { productId: product, ...booking, source, at: now, ...toActor(staff) };
    });
    return bookOnHand(tx, entries);
  }

  /**
   * Books differences that take back what was booked by mistake. Skips products that `source` has corrected before.
   * Returns the rows that were booked, and the products that would have fewer pieces than orders have reserved.
   */
  async function correct(
    tx: Sql,
    {
      lines,
      staff,
      now,
      source,
    }: ByStaff & {
      readonly lines: readonly { readonly product: string; readonly difference: number }[];
      readonly source: string;
    },
  ) {
    const entries = lines.map(({ product, difference }): LedgerEntry => {
      return { productId: product, difference, reason: 'correction', source, at: now, ...toActor(staff) };
    });
    return bookOnHand(tx, entries);
  }

  /** Returns what a count of these products starts from, by product. Products without stock are missing. */
  async function look(products: readonly string[], source: string) {
    return findCountable(db.sql, products, source);
  }

  /** Returns a product's stock and the newest rows of its ledger. Throws `Refusal` `not-found` for an unknown slug. */
  async function show(slug: string) {
    const found = await findStock(db.sql, slug);
    if (found === null) throw new Refusal('not-found', `No product has the slug ${slug}`);
    const { id, ...stock } = found;
    const rows = await findLedger(db.sql, id, MOST_SHOWN + 1);
    return {
      ...stock,
      rows: rows.slice(0, MOST_SHOWN).map(({ at, ...row }) => ({ ...row, at: at.toISOString() })),
      isCut: rows.length > MOST_SHOWN,
    };
  }

  /** Corrects ledgers that do not add up to the stock, once a day. Returns the corrections. */
  async function repair() {
    const now = clock.now();
    return correctDrift(db.sql, `comparison ${now.toISOString().slice(0, DATE_LENGTH)}`, now);
  }

  return { inspectReturned, recordLost, correctLost, receive, count, correct, look, show, repair };
}

function toActor({ id, email }: Staff) {
  return { staffId: id, actor: email };
}

/** Throws `Refusal` `invalid` unless all are whole numbers from 0. */
function assertPieces(...pieces: readonly number[]): void {
  if (pieces.some((it) => !Number.isSafeInteger(it) || it < 0))
    throw new Refusal('invalid', 'Pieces must be whole numbers from 0');
}
