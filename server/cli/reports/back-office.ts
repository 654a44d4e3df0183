import type { BackOfficeItem } from '../../modules/back-office/item.rules.ts';
import type { createBackOfficeService } from '../../modules/back-office/back-office.service.ts';
import type { createStockService } from '../../modules/stock/stock.service.ts';
import type { CircuitHealth } from '../../modules/settlement/circuit-state.rules.ts';
import type { CrossCheckHealth } from '../../modules/settlement/cross-check.service.ts';
import { formatTime } from './time.ts';

type BackOffice = ReturnType<typeof createBackOfficeService>;
type StockReply = Awaited<ReturnType<ReturnType<typeof createStockService>['show']>>;
type Sections = Awaited<ReturnType<BackOffice['list']>>;
type ItemReply = Pick<Awaited<ReturnType<BackOffice['show']>>, 'item' | 'history' | 'notes'>;

/** Returns the output of `npm run back-office`. */
export function listReport(sections: Sections): string[] {
  const filled = sections.filter(({ items }) => items.length > 0);
  if (filled.length === 0) return ['No open items.'];
  return [
    ...filled.flatMap(({ title, items, isCut }) => [
      `${title}:`,
      ...items.map(itemLine),
      ...(isCut ? ['  … and more. Settle these first.'] : []),
      '',
    ]),
    'Details: npm run back-office -- show NAME. Settle: npm run back-office -- settle NAME --note TEXT.',
  ];
}

/** Returns the state of M-Pesa, with the code, its meaning and the fix while prompts do not work (PAY-M2). */
export function mpesaReport({
  state,
  code,
  meaning,
  fix,
  since,
  nextProbe,
  pauseUntil,
  refused,
}: CircuitHealth): string {
  if (state === 'closed') return 'M-Pesa: prompts work.';
  const why = `${meaning}, code ${code}. ${fix}`;
  if (state === 'backingOff') return `M-Pesa: no calls until ${formatTime(pauseUntil ?? '')}: ${why}`;
  const shoppers = refused === 1 ? '1 push was refused' : `${refused} pushes were refused`;
  const next = nextProbe === null ? '' : `, the next try is at ${formatTime(nextProbe)}`;
  return `M-Pesa: prompts are stopped since ${formatTime(since ?? '')}: ${why} ${shoppers}${next}.`;
}

/** Returns the state of the cross-check while it is not trusted (PAY-T2). */
export function crossCheckReport({ untrustedSince, held }: CrossCheckHealth): string[] {
  if (untrustedSince === null) return [];
  const orders = held === 1 ? '1 order was held before' : `${held} orders were held before`;
  return [
    `M-Pesa: queries contradict callbacks since ${formatTime(untrustedSince)}, so orders go on by the callbacks. ${orders}: npm run mpesa -- release.`,
  ];
}

/** Returns the output of `npm run back-office -- show`. */
export function showReport({ item, history, notes }: ItemReply): string[] {
  const part = (title: string, lines: ItemReply['notes']) =>
    lines.length === 0 ? [] : ['', `${title}:`, ...lines.map(({ at, text }) => `  ${formatTime(at)}  ${text}`)];
  return [itemLine(item), ...part('History', history), ...part('Notes', notes)];
}

/** Returns the output of `npm run back-office -- settle`. */
export function settleReport({ as, item }: { readonly as: string | null; readonly item: BackOfficeItem }): string {
  return `Settled${as === null ? '' : ` as ${as}`}: ${item.what}`;
}

/** Returns the output of `npm run back-office -- stock`. */
export function stockReport({ name, onHand, reserved, rows, isCut }: StockReply): string[] {
  return [
    `${name}: ${onHand} on hand, ${reserved} of them reserved by orders.`,
    '',
    'time                  change   total  reason',
    ...rows.map(ledgerLine),
    ...(isCut ? ['… and older ones.'] : []),
    '',
    'The total is what is on hand and not yet sold. Reserving, expiry and shipping do not change it.',
  ];
}

function ledgerLine({
  at,
  difference,
  total,
  reason,
  pieces,
  orderId,
  source,
  actor,
  ...count
}: StockReply['rows'][number]) {
  const change = difference > 0 ? `+${difference}` : String(difference);
  const what = [
    reason,
    ...(pieces === null ? [] : [`${pieces} pieces sold before`]),
    ...(count.counted === null ? [] : [`${count.counted} found, ${count.expected} expected`]),
    ...(orderId === null ? [] : [`order ${orderId.slice(0, 8)}`]),
    ...(source === null ? [] : [source]),
    `by ${actor}`,
  ];
  return `${formatTime(at)}  ${change.padStart(6)}  ${String(total).padStart(6)}  ${what.join(', ')}`;
}

function itemLine({ handle, since, last, what, ways }: BackOfficeItem): string {
  const until = last === undefined ? '' : `, the last at ${formatTime(last)}`;
  const asks = ways.length === 0 ? '' : `\n${' '.repeat(39)}--as ${ways.join(' or ')}`;
  return `  ${handle}  ${formatTime(since)}${until}  ${what}${asks}`;
}
