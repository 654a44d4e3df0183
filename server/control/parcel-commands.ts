import * as v from 'valibot';
import { ParcelReport } from '../../contract/admin.ts';
import { text } from '../../contract/fields.ts';
import { staffCommand } from './staff-command.ts';

const roles = ['owner', 'orders'] as const;
const { id: _id, line: _line, ...fields } = ParcelReport.entries;

/** `npm run parcels`. */
export const listParcels = staffCommand({
  name: 'parcels.list',
  roles,
  input: v.strictObject({}),
  run: ({ services }) => services.parcelList.list(),
});

/** `npm run parcels -- show`. */
export const showParcel = staffCommand({
  name: 'parcels.show',
  roles,
  input: v.strictObject({ order: text(40) }),
  run: ({ services }, { order }, staff) => services.parcelList.show(staff, order),
});

/** `npm run parcels -- EVENT`. Lines have the numbers that `show` prints. */
export const reportOnParcel = staffCommand({
  name: 'parcels.report',
  roles,
  input: v.strictObject({
    order: text(40),
    event: v.strictObject({ ...fields, line: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))) }),
  }),
  run: ({ services }, { order, event }, staff) => services.parcelList.report(staff, order, event),
});
