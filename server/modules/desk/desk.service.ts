import { asOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import { handleOf, readHandle, type Handle } from './desk-handle.rules.ts';
import { historyLines, noteLine } from './desk-history.rules.ts';
import { alarmItem, jobItem, orderItem, refundItem, type DeskItem } from './desk-item.rules.ts';
import {
  dueRefunds,
  failingJobs,
  findAlarms,
  findDeskOrders,
  findJobs,
  findRefunds,
  heldOrders,
  historyOf,
  isOverdue,
  notesOn,
  openAlarms,
  overdueOrders,
} from './desk.repository.ts';

/** Per section. Settling items makes room. */
const MOST_LISTED = 30;
/** Per kind of alarm, newest first, so that one kind does not hide the others. */
const MOST_OF_KIND = 10;
const MOST_HISTORY = 30;
/** The expiry job cancels unpaid orders long before this. */
const OVERDUE_MS = 3_600_000;

/** Open items of one type. */
export interface DeskSection {
  readonly title: string;
  readonly items: readonly DeskItem[];
  /** Whether there are more items than listed. */
  readonly isCut: boolean;
}

/** An item, found by its handle. */
export type Found = { readonly id: string; readonly item: DeskItem; readonly isOpen: boolean } & (
  | { readonly kind: 'refund'; readonly orderId: OrderId }
  | { readonly kind: 'alarm'; readonly orderId: OrderId | null }
  | { readonly kind: 'order'; readonly orderId: OrderId; readonly money: string }
  | { readonly kind: 'job'; readonly orderId: null }
);

/** Lists what needs the staff: refunds, payments in doubt, overdue orders, undelivered messages (D29). */
export function createDeskService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const overdueSince = () => new Date(clock.now().getTime() - OVERDUE_MS);

  /** Returns all open items, oldest first in each section. */
  async function list(): Promise<DeskSection[]> {
    const most = MOST_LISTED + 1;
    const section = (title: string, items: readonly DeskItem[]): DeskSection => ({
      title,
      items: items.slice(0, MOST_LISTED),
      isCut: items.length > MOST_LISTED,
    });
    return [
      section('Refunds due', (await dueRefunds(db.sql, most)).map(refundItem)),
      section(
        'Orders with a payment in doubt',
        (await heldOrders(db.sql, most)).map((order) => orderItem(order, false)),
      ),
      section(
        'Overdue orders',
        (await overdueOrders(db.sql, overdueSince(), most)).map((order) => orderItem(order, true)),
      ),
      alarmSection('Undelivered messages', await openAlarms(db.sql, 'messages', MOST_OF_KIND + 1)),
      alarmSection('Alarms', await openAlarms(db.sql, 'others', MOST_OF_KIND + 1)),
      section('Failing jobs', (await failingJobs(db.sql, most)).map(jobItem)),
    ];
  }

  /**
   * Returns everything known about one item. Throws `Refusal` `invalid` for a malformed handle, and `not-found` for an
   * unknown one.
   */
  async function show(typed: string) {
    const { item, kind, id, orderId } = await find(typed);
    const subjects = [`${kind} ${id}`, ...(orderId === null ? [] : [`order ${orderId}`])];
    const history = orderId === null ? [] : historyLines(await historyOf(db.sql, orderId, MOST_HISTORY));
    return { item, history, notes: (await notesOn(db.sql, [...new Set(subjects)])).map(noteLine) };
  }

  /** Finds the item of a handle. Throws as `show` does, and `Refusal` `conflict` when the handle is ambiguous. */
  async function find(typed: string): Promise<Found> {
    const handle = readHandle(typed);
    if (handle === null)
      throw new Refusal(
        'invalid',
        `'${typed.slice(0, 50)}' is not a handle. Use one from the list, e.g. refund-1a2b3c4d`,
      );
    const [found, second] = await search(handle);
    if (found === undefined) throw new Refusal('not-found', `There is no ${handleOf(handle.kind, handle.start)}.`);
    if (second !== undefined)
      throw new Refusal('conflict', `There are two: ${handle.kind}-${found.id} and ${handle.kind}-${second.id}.`);
    return found;
  }

  async function search({ kind, start }: Handle): Promise<Found[]> {
    switch (kind) {
      case 'refund':
        return (await findRefunds(db.sql, start)).map((it) => ({
          kind,
          id: it.attemptId,
          orderId: asOrderId(it.orderId),
          item: refundItem(it),
          isOpen: it.confirmedAt === null,
        }));
      case 'alarm':
        return (await findAlarms(db.sql, start)).map((it) => ({
          kind,
          id: it.id,
          orderId: it.orderId === null ? null : asOrderId(it.orderId),
          item: alarmItem(it),
          isOpen: it.settledAt === null,
        }));
      case 'order': {
        const since = overdueSince();
        const found = await findDeskOrders(db.sql, start);
        const late = await Promise.all(found.map(({ id }) => isOverdue(db.sql, id, since)));
        return found.map((it, index) => {
          const item = orderItem(it, late[index] === true);
          return { kind, id: it.id, orderId: asOrderId(it.id), money: it.money, item, isOpen: item.ways.length > 0 };
        });
      }
      case 'job':
        return (await findJobs(db.sql, start)).map((it) => ({
          kind,
          id: it.id,
          orderId: null,
          item: jobItem(it),
          isOpen: it.doneAt === null,
        }));
    }
  }

  return { list, show, find };
}

/** Shows at most `MOST_OF_KIND` alarms of each kind. `alarms` has one more when the list is cut. */
function alarmSection(title: string, alarms: Awaited<ReturnType<typeof openAlarms>>): DeskSection {
  const shown = alarms.filter(({ place }) => place <= MOST_OF_KIND);
  return { title, items: shown.map(alarmItem), isCut: shown.length < alarms.length };
}
