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

/** `npm run mpesa -- claims` (PAY-S2). */
export const listClaims = command({
  name: 'claims.list',
  input: v.strictObject({}),
  run: ({ services }) => services.claimsStaff.list(),
});

/** Decisions of a person about one claim. */
export const CLAIM_VERBS = ['attach', 'refuse', 'ask'] as const;
export type ClaimVerb = (typeof CLAIM_VERBS)[number];

/** `npm run mpesa -- claims attach` and the other verbs (PAY-S1, PAY-S2). */
export const decideClaim = staffCommand({
  name: 'claims.decide',
  roles: ['owner', 'orders'],
  input: v.strictObject({ verb: v.picklist(CLAIM_VERBS), claim: text(40), reason: text(500) }),
  run: async ({ services: { claimsStaff } }, { verb, claim, reason }, staff) => {
    if (verb === 'ask') return claimsStaff.ask(staff, claim);
    return verb === 'attach' ? claimsStaff.attach(staff, claim, reason) : claimsStaff.refuse(staff, claim, reason);
  },
});

/** `npm run mpesa -- return` (PAY-C4). */
export const returnMoney = staffCommand({
  name: 'mpesa.return',
  roles: ['owner', 'orders'],
  input: v.strictObject({ receipt: text(40), reason: text(500) }),
  run: async ({ services }, request, staff) => ({ refund: await services.unmatched.markForReturn(staff, request) }),
});

/** `npm run mpesa -- attach` (PAY-C4). */
export const attachMoney = staffCommand({
  name: 'mpesa.attach',
  roles: ['owner', 'orders'],
  input: v.strictObject({ receipt: text(40), order: text(40), reason: text(500) }),
  run: ({ services }, request, staff) => services.unmatched.attach(staff, request),
});
