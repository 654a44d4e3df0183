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

/** `npm run parcels -- serials` (OWN-P5). */
export const setSerials = staffCommand({
  name: 'parcels.serials',
  roles,
  input: v.strictObject({
    order: text(40),
    line: v.pipe(v.number(), v.integer(), v.minValue(1)),
    numbers: v.pipe(v.array(text(100)), v.maxLength(1_000)),
  }),
  run: ({ services }, { order, line, numbers }, staff) => services.parcelList.setSerials(staff, order, line, numbers),
});

/** `npm run parcels -- serial-back` (OWN-P5). */
export const bringSerialBack = staffCommand({
  name: 'parcels.serialBack',
  roles,
  input: v.strictObject({ order: text(40), number: text(100) }),
  run: async ({ services }, { order, number }, staff) => {
    await services.parcelList.bringBack(staff, order, number);
    return {};
  },
});

/** `npm run parcels -- find` (OWN-P5). */
export const findSerial = staffCommand({
  name: 'parcels.find',
  roles,
  input: v.strictObject({ number: text(100) }),
  run: async ({ services }, { number }, staff) => ({ found: await services.serials.find(staff, number) }),
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
