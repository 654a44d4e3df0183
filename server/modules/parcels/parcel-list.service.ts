import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentStaff } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { toParcelState } from '../settlement/parcel-state.rules.ts';
import { findOwedCash } from '../settlement/parcels.repository.ts';
import { findOrder, type StoredOrder } from '../settlement/stored-orders.repository.ts';
import { findOrderIds, findWaitingParcels } from './parcel-list.repository.ts';
import type { ParcelRequest } from './parcel-request.rules.ts';

/** A parcel or cash that needs a person. */
export interface ParcelItem {
  readonly shortId: string;
  readonly parcel: string;
  /** ISO 8601. `null` before the first step. */
  readonly since: string | null;
  /** Cash to count in, whole shillings. */
  readonly missing: number;
}

/** An order with its lines, and what is possible now. */
export interface ParcelDetails {
  readonly shortId: string;
  readonly status: string;
  readonly parcel: string;
  readonly lines: readonly { readonly name: string; readonly quantity: number }[];
  readonly events: readonly { readonly type: string; readonly why: string | null }[];
  /** What each line needs, and its numbers (OWN-P5). */
  readonly serials: readonly { readonly kind: string; readonly numbers: readonly string[] }[];
}

/** Parcels by order number, for the commands of the staff. */
export function createParcelListService(
  { db }: Pick<Deps, 'db'>,
  { parcelReports, serials }: Pick<Services, 'parcelReports' | 'serials'>,
) {
  /** Returns parcels to collect, to bring back and to inspect, and cash to count in, oldest first. */
  async function list(): Promise<ParcelItem[]> {
    const found = await findWaitingParcels(db.sql);
    return Promise.all(
      found.map(async (order) => ({
        shortId: order.shortId,
        parcel: toParcelState(order),
        since: order.parcelAt?.toISOString() ?? null,
        missing: order.cash === 'none' || order.cash === 'counted' ? 0 : (await findOwedCash(db.sql, order.id)).missing,
      })),
    );
  }

  /** Throws `Refusal` `not-found`. */
  async function show(staff: CurrentStaff, typed: string): Promise<ParcelDetails> {
    const stored = await find(typed);
    const events = await parcelReports.list(staff, stored.order.id);
    return { ...toDetails(stored), events, serials: await serials.ofOrder(stored) };
  }

  /** Reports an event of the order with this number, as `ParcelReportsService.report` does. */
  async function report(
    staff: CurrentStaff,
    typed: string,
    { line, ...event }: Omit<ParcelRequest, 'id' | 'line'> & { readonly line?: number | undefined },
  ): Promise<Omit<ParcelDetails, 'events' | 'serials'>> {
    const { order, lines } = await find(typed);
    const known = line === undefined ? undefined : lines[line - 1]?.id;
    if (line !== undefined && known === undefined) throw new Refusal('invalid', `The order has no line ${line}.`);
    await parcelReports.report(staff, { ...event, id: order.id, ...(known !== undefined && { line: known }) });
    return toDetails(await find(typed));
  }

  /** Sets the numbers of a line, as `SerialsService.capture` does. */
  async function setSerials(staff: CurrentStaff, typed: string, line: number, numbers: readonly string[]) {
    const { order, lines } = await find(typed);
    const known = lines[line - 1];
    if (known === undefined) throw new Refusal('invalid', `The order has no line ${line}.`);
    return serials.capture(staff, order.id, known.id, numbers);
  }

  async function bringBack(staff: CurrentStaff, typed: string, number: string): Promise<void> {
    await serials.bringBack(staff, (await find(typed)).order.id, number);
  }

  async function find(typed: string): Promise<StoredOrder> {
    const ids = await findOrderIds(db.sql, typed.trim().toLowerCase());
    const [id] = ids;
    const stored = id === undefined ? null : await findOrder(db.sql, id);
    if (stored === null) throw new Refusal('not-found', `There is no order ${typed}.`);
    return stored;
  }

  return { list, show, report, setSerials, bringBack };
}

function toDetails({ order, lines }: StoredOrder): Omit<ParcelDetails, 'events' | 'serials'> {
  return { shortId: order.shortId, status: order.status, parcel: toParcelState(order), lines };
}
