import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { formatHandle, parseHandle, type Handle } from './handle.rules.ts';
import { formatHistory, formatNote } from './history.rules.ts';
import { toAlarmItem, toJobItem, toOrderItem, toRefundItem, type BackOfficeItem } from './item.rules.ts';
import {
  findDueRefunds,
  findFailingJobs,
  findAlarms,
  findBackOfficeOrders,
  findJobs,
  findRefunds,
  findHeldOrders,
  findHistory,
  isOverdue,
  findNotes,
  findOpenAlarms,
  findOverdueOrders,
} from './back-office.repository.ts';

/** Per section. Settling items makes room. */
const MOST_LISTED = 30;
/** Per kind of alarm, newest first, so that one kind does not hide the others. */
const MOST_OF_KIND = 10;
const MOST_HISTORY = 30;
/** The expiry job cancels unpaid orders long before this. */
const OVERDUE_MS = 3_600_000;

/** Open items of one type. */
export interface BackOfficeSection {
  readonly title: string;
  readonly items: readonly BackOfficeItem[];
  /** Whether there are more items than listed. */
  readonly isCut: boolean;
}

/** An item, found by its handle. */
export type FoundItem = { readonly id: string; readonly item: BackOfficeItem; readonly isOpen: boolean } & (
  | { readonly kind: 'refund'; readonly orderId: OrderId | null }
  | { readonly kind: 'alarm'; readonly orderId: OrderId | null }
  | { readonly kind: 'order'; readonly orderId: OrderId; readonly money: string }
  | { readonly kind: 'job'; readonly orderId: null }
);

/** Lists what needs the staff: refunds, payments in doubt, overdue orders, undelivered messages (D29). */
export function createBackOfficeService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const overdueSince = () => new Date(clock.now().getTime() - OVERDUE_MS);

  /** Returns all open items, oldest first in each section. */
  async function list(): Promise<BackOfficeSection[]> {
    const most = MOST_LISTED + 1;
    const section = (title: string, items: readonly BackOfficeItem[]): BackOfficeSection => ({
      title,
      items: items.slice(0, MOST_LISTED),
      isCut: items.length > MOST_LISTED,
    });
    return [
      section('Refunds due', (await findDueRefunds(db.sql, most)).map(toRefundItem)),
      section(
        'Orders with a payment in doubt',
        (await findHeldOrders(db.sql, most)).map((order) => toOrderItem(order, false)),
      ),
      section(
        'Overdue orders',
        (await findOverdueOrders(db.sql, overdueSince(), most)).map((order) => toOrderItem(order, true)),
      ),
      toAlarmSection('Undelivered messages', await findOpenAlarms(db.sql, 'messages', MOST_OF_KIND + 1)),
      toAlarmSection('Alarms', await findOpenAlarms(db.sql, 'others', MOST_OF_KIND + 1)),
      section('Failing jobs', (await findFailingJobs(db.sql, most)).map(toJobItem)),
    ];
  }

  /**
   * Returns everything known about one item. Throws `Refusal` `invalid` for a malformed handle, and `not-found` for an
   * unknown one.
   */
  async function show(typed: string) {
    const { item, kind, id, orderId } = await find(typed);
    const subjects = [`${kind} ${id}`, ...(orderId === null ? [] : [`order ${orderId}`])];
    const history = orderId === null ? [] : formatHistory(await findHistory(db.sql, orderId, MOST_HISTORY));
    return { item, history, notes: (await findNotes(db.sql, [...new Set(subjects)])).map(formatNote) };
  }

  /** Finds the item of a handle. Throws as `show` does, and `Refusal` `conflict` when the handle is ambiguous. */
  async function find(typed: string): Promise<FoundItem> {
    const handle = parseHandle(typed);
    if (handle === null)
      throw new Refusal(
        'invalid',
        `'${typed.slice(0, 50)}' is not a handle. Use one from the list, e.g. refund-1a2b3c4d`,
      );
    const [found, second] = await search(handle);
    if (found === undefined) throw new Refusal('not-found', `There is no ${formatHandle(handle.kind, handle.start)}.`);
    if (second !== undefined)
      throw new Refusal('conflict', `There are two: ${handle.kind}-${found.id} and ${handle.kind}-${second.id}.`);
    return found;
  }

  async function search({ kind, start }: Handle): Promise<FoundItem[]> {
    switch (kind) {
      case 'refund':
        return (await findRefunds(db.sql, start)).map((it) => ({
          kind,
          id: it.id,
          orderId: it.orderId === null ? null : toOrderId(it.orderId),
          item: toRefundItem(it),
          isOpen: it.confirmedAt === null,
        }));
      case 'alarm':
        return (await findAlarms(db.sql, start)).map((it) => ({
          kind,
          id: it.id,
          orderId: it.orderId === null ? null : toOrderId(it.orderId),
          item: toAlarmItem(it),
          isOpen: it.settledAt === null,
        }));
      case 'order': {
        const since = overdueSince();
        const found = await findBackOfficeOrders(db.sql, start);
        const late = await Promise.all(found.map(({ id }) => isOverdue(db.sql, id, since)));
        return found.map((it, index) => {
          const item = toOrderItem(it, late[index] === true);
          return { kind, id: it.id, orderId: toOrderId(it.id), money: it.money, item, isOpen: item.ways.length > 0 };
        });
      }
      case 'job':
        return (await findJobs(db.sql, start)).map((it) => ({
          kind,
          id: it.id,
          orderId: null,
          item: toJobItem(it),
          isOpen: it.doneAt === null,
        }));
    }
  }

  return { list, show, find };
}

/** Shows at most `MOST_OF_KIND` alarms of each kind. `alarms` has one more when the list is cut. */
function toAlarmSection(title: string, alarms: Awaited<ReturnType<typeof findOpenAlarms>>): BackOfficeSection {
  const shown = alarms.filter(({ place }) => place <= MOST_OF_KIND);
  return { title, items: shown.map(toAlarmItem), isCut: shown.length < alarms.length };
}
