import { randomUUID } from 'node:crypto';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { assertExists } from '../orders/own-order.rules.ts';
import { findInspections } from '../settlement/parcels.repository.ts';
import {
  countFreed,
  findByNumber,
  findLineSerials,
  findSold,
  freeSerials,
  putSerials,
} from '../settlement/serials.repository.ts';
import { findOrder, lockOrder, type StoredOrder } from '../settlement/stored-orders.repository.ts';
import { parseSerial, toSearchedNumbers, type SerialKind } from './serial-numbers.rules.ts';

const STAFF = ['owner', 'orders'] as const;
const MOST_TYPED = 1_000;

/** Serial and IMEI numbers of sold pieces (OWN-P5). */
export function createSerialsService({ db, clock }: Pick<Deps, 'db' | 'clock'>, { audit }: Pick<Services, 'audit'>) {
  const { recordChange } = audit;

  /**
   * Sets the numbers of a line of an order that has not left the shop. They replace the earlier ones, and may be fewer than
   * its pieces. Returns how many are still missing. Throws `Refusal` `invalid` for a number that is none or comes twice, and
   * `conflict` for one that is sold, or after the parcel left.
   */
  async function capture(
    staff: CurrentStaff,
    id: OrderId,
    lineId: string,
    typed: readonly string[],
  ): Promise<{ readonly numbers: readonly string[]; readonly missing: number }> {
    assertRole(staff, [...STAFF]);
    return db.tx(async (tx) => {
      await lockOrder(tx, id);
      const { order, lines } = assertExists(await findOrder(tx, id));
      const line = lines.find((it) => it.id === lineId);
      const known = (await findLineSerials(tx, id)).find((it) => it.lineId === lineId);
      if (line === undefined || known === undefined) throw new Refusal('invalid', 'This is not a line of the order.');
      if (order.status !== 'pending' && order.status !== 'processing') throw new Refusal('conflict', TOO_LATE);
      const numbers = parseAll(known.kind, typed, line.quantity);
      await assertUnsold(tx, numbers, lineId);
      const now = clock.now();
      const rows = numbers.map((number) => ({ id: randomUUID(), number, staffId: staff.id, at: now }));
      if (!(await putSerials(tx, { orderId: id, lineId }, rows)))
        throw new Refusal('conflict', 'Another order took one of these numbers in this moment. Nothing was changed.');
      const entry = { before: { numbers: known.numbers }, after: { line: lineId, numbers } };
      await recordChange(tx, { staff, action: 'serials.set', subject: `order ${id}`, ...entry }, now);
      return { numbers, missing: line.quantity - numbers.length };
    });
  }

  async function assertUnsold(tx: Sql, numbers: readonly string[], lineId: string): Promise<void> {
    const [sold] = await findSold(tx, numbers, lineId);
    if (sold === undefined) return;
    throw new Refusal(
      'conflict',
      `${sold.number} was sold with order ${sold.shortId.toUpperCase()} and has not come back. Nothing was changed.`,
    );
  }

  /**
   * Frees the number of a piece that the inspection found sellable, where other pieces of its line were damaged or missing.
   * Throws `Refusal` `conflict` for more numbers than sellable pieces, and `not-found`.
   */
  async function bringBack(staff: CurrentStaff, id: OrderId, typed: string): Promise<void> {
    assertRole(staff, [...STAFF]);
    await db.tx(async (tx) => {
      await lockOrder(tx, id);
      const searched = toSearchedNumbers(typed);
      const found = (await findByNumber(tx, searched)).find((it) => it.orderId === id && it.freedAt === null);
      if (found === undefined) throw new Refusal('not-found', 'No sold piece of this order has this number.');
      const inspected = (await findInspections(tx, id)).find(({ lineId }) => lineId === found.lineId);
      const freed = await countFreed(tx, found.lineId);
      if (inspected === undefined || freed >= inspected.sellable) throw new Refusal('conflict', NOT_SELLABLE);
      const now = clock.now();
      await freeSerials(tx, { orderId: id, lineId: found.lineId, number: found.number }, now);
      const entry = { after: { line: found.lineId, number: found.number } };
      await recordChange(tx, { staff, action: 'serials.back', subject: `order ${id}`, ...entry }, now);
    });
  }

  /** Returns the sales of a number, the newest first. */
  async function find(staff: CurrentStaff, typed: string) {
    assertRole(staff, [...STAFF]);
    return (await findByNumber(db.sql, toSearchedNumbers(typed))).map(({ soldAt, deliveredAt, freedAt, ...piece }) => ({
      number: piece.number,
      order: piece.shortId,
      product: piece.product,
      status: piece.status,
      soldAt: soldAt.toISOString(),
      deliveredAt: deliveredAt?.toISOString() ?? null,
      freedAt: freedAt?.toISOString() ?? null,
    }));
  }

  /** Returns what each line of the order needs, and its numbers. */
  function ofOrder({ order }: StoredOrder) {
    return findLineSerials(db.sql, order.id);
  }

  return { capture, bringBack, find, ofOrder };
}

function parseAll(kind: SerialKind | 'none', typed: readonly string[], quantity: number): string[] {
  if (kind === 'none')
    throw new Refusal('invalid', 'This product needs no numbers. An import sets it: column serials.');
  if (typed.length > Math.min(quantity, MOST_TYPED))
    throw new Refusal('invalid', `These are more numbers than the line has pieces (${quantity}).`);
  const numbers = typed.map((text) => {
    const number = parseSerial(kind, text);
    if (number !== null) return number;
    const shown = text.replaceAll(/\p{C}/gu, '').slice(0, 40);
    throw new Refusal(
      'invalid',
      `'${shown}' is not ${kind === 'imei' ? 'an IMEI of 15 digits with its check digit' : 'a serial number'}.`,
    );
  });
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index);
  if (twice !== undefined) throw new Refusal('invalid', `${twice} is there twice.`);
  return numbers;
}

const TOO_LATE = 'The parcel has left. Undo its shipping within 30 seconds: parcel.corrected.';
const NOT_SELLABLE = 'The inspection found no such sellable piece of this line.';
