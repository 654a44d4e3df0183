import type { DeskItem } from '../../modules/desk/desk-item.rules.ts';
import type { createDeskService } from '../../modules/desk/desk.service.ts';
import { timeOf } from './time.ts';

type Desk = ReturnType<typeof createDeskService>;
type Sections = Awaited<ReturnType<Desk['list']>>;
type Shown = Pick<Awaited<ReturnType<Desk['show']>>, 'item' | 'history' | 'notes'>;

/** Returns the output of `npm run desk`. */
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
    'Details: npm run desk -- show NAME. Settle: npm run desk -- settle NAME --note TEXT.',
  ];
}

/** Returns the output of `npm run desk -- show`. */
export function showReport({ item, history, notes }: Shown): string[] {
  const part = (title: string, lines: Shown['notes']) =>
    lines.length === 0 ? [] : ['', `${title}:`, ...lines.map(({ at, text }) => `  ${timeOf(at)}  ${text}`)];
  return [itemLine(item), ...part('History', history), ...part('Notes', notes)];
}

/** Returns the output of `npm run desk -- settle`. */
export function settledReport({ as, item }: { readonly as: string | null; readonly item: DeskItem }): string {
  return `Settled${as === null ? '' : ` as ${as}`}: ${item.what}`;
}

function itemLine({ handle, since, last, what, ways }: DeskItem): string {
  const until = last === undefined ? '' : `, the last at ${timeOf(last)}`;
  const asks = ways.length === 0 ? '' : `\n${' '.repeat(39)}--as ${ways.join(' or ')}`;
  return `  ${handle}  ${timeOf(since)}${until}  ${what}${asks}`;
}
