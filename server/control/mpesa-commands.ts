import * as v from 'valibot';
import { text } from '../../contract/fields.ts';
import { command } from './command.ts';
import { staffCommand } from './staff-command.ts';

/** `npm run mpesa -- register` (PAY-C2). For the owner of the shop's settings. */
export const registerAddresses = command({
  name: 'mpesa.register',
  input: v.strictObject({ isRotation: v.boolean() }),
  run: ({ services }, { isRotation }) => services.inboxAddresses.register(isRotation),
});

/** `npm run mpesa -- finish`: ends the older secret of a change (PAY-C2). */
export const finishRotation = command({
  name: 'mpesa.finish',
  input: v.strictObject({}),
  run: ({ services }) => services.inboxAddresses.finish(),
});

/** `npm run mpesa` (PAY-C4). */
export const listReceived = command({
  name: 'mpesa.list',
  input: v.strictObject({}),
  run: ({ services }) => services.unmatched.list(),
});

/** `npm run mpesa -- attach` (PAY-C4). */
export const attachMoney = staffCommand({
  name: 'mpesa.attach',
  roles: ['owner', 'orders'],
  input: v.strictObject({ receipt: text(40), order: text(40), reason: text(500) }),
  run: ({ services }, request, staff) => services.unmatched.attach(staff, request),
});
