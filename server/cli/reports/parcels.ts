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
export function showReport({ shortId, status, parcel, lines, events }: ParcelDetails): string[] {
  return [
    `Order ${shortId.toUpperCase()}: ${status}, parcel ${parcel}`,
    ...lines.map(({ name, quantity }, index) => `  line ${index + 1}: ${quantity} × ${name}`),
    '',
    ...events.map(({ type, why }) => `  ${type}: ${why ?? 'possible'}`),
  ];
}

/** Returns the output of a report. */
export function reportedReport({
  shortId,
  status,
  parcel,
}: Pick<ParcelDetails, 'shortId' | 'status' | 'parcel'>): string {
  return `Order ${shortId.toUpperCase()}: ${status}, parcel ${parcel}`;
}
