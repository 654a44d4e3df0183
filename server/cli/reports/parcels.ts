import { formatKsh } from '../../../contract/rules/money.ts';
import type { ParcelItem, ParcelDetails } from '../../modules/parcels/parcel-list.service.ts';
import { formatTime } from './time.ts';

/** Returns the output of `npm run parcels`. */
export function listReport(items: readonly ParcelItem[]): string[] {
  if (items.length === 0) return ['No parcel waits.'];
  return items.map(
    ({ shortId, parcel, since, missing }) =>
      `${shortId.toUpperCase()}  ${since === null ? '' : formatTime(since)}  ${parcel}${missing > 0 ? `, ${formatKsh(missing)} to count in` : ''}`,
  );
}

/** Returns the output of `npm run parcels -- show`. */
export function showReport({ shortId, status, parcel, lines, events, serials }: ParcelDetails): string[] {
  return [
    `Order ${shortId.toUpperCase()}: ${status}, parcel ${parcel}`,
    ...lines.map(
      ({ name, quantity }, index) => `  line ${index + 1}: ${quantity} × ${name}${formatNumbers(serials[index])}`,
    ),
    '',
    ...events.map(({ type, why }) => `  ${type}: ${why ?? 'possible'}`),
  ];
}

function formatNumbers(line: ParcelDetails['serials'][number] | undefined): string {
  if (line === undefined || line.kind === 'none') return '';
  const what = line.kind === 'imei' ? 'IMEI' : 'serial';
  return line.numbers.length === 0 ? `, needs ${what} numbers` : `, ${what} ${line.numbers.join(', ')}`;
}

/** Returns the output of `npm run parcels -- serials`. */
export function serialsReport({ numbers, missing }: { numbers: readonly string[]; missing: number }): string {
  const set = numbers.length === 0 ? 'The line has no numbers.' : `The line has ${numbers.join(', ')}.`;
  return missing === 0 ? set : `${set} Missing: ${missing}.`;
}

/** Returns the output of `npm run parcels -- find`. */
export function foundReport(
  found: readonly {
    readonly number: string;
    readonly order: string;
    readonly product: string;
    readonly status: string;
    readonly soldAt: string;
    readonly deliveredAt: string | null;
    readonly freedAt: string | null;
  }[],
): string[] {
  if (found.length === 0) return ['No piece was sold with this number.'];
  return found.map(({ number, order, product, status, soldAt, deliveredAt, freedAt }) => {
    const end =
      freedAt !== null
        ? `back in the shop since ${formatTime(freedAt)}`
        : deliveredAt === null
          ? status
          : `delivered ${formatTime(deliveredAt)}`;
    return `${number}  order ${order.toUpperCase()}  ${product}, packed ${formatTime(soldAt)}, ${end}`;
  });
}

/** Returns the output of a report. */
export function reportedReport({
  shortId,
  status,
  parcel,
}: Pick<ParcelDetails, 'shortId' | 'status' | 'parcel'>): string {
  return `Order ${shortId.toUpperCase()}: ${status}, parcel ${parcel}`;
}
