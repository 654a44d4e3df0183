import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { text } from '../../contract/fields.ts';
import { toShillings } from '../../contract/rules/money.ts';
import { parseWirePhone } from '../providers/mpesa-values.rules.ts';
import type { StatementLine } from '../providers/mpesa-statement.rules.ts';
import type { StatementFile } from '../modules/statement/statement.service.ts';
import { command, CommandRefusedError } from './command.ts';
import { staffCommand } from './staff-command.ts';

/** Longest text of the lines, unpacked. Bytes. */
const MOST_BYTES = 64 * 1024 * 1024;

const Cents = v.pipe(v.number(), v.integer(), v.minValue(0));
const Line = v.strictObject({
  line: v.pipe(v.number(), v.integer()),
  receipt: text(40),
  kind: v.picklist(['payment', 'reversal', 'payout', 'charge', 'other']),
  isIn: v.boolean(),
  isCompleted: v.boolean(),
  cents: Cents,
  at: v.pipe(v.string(), v.isoTimestamp()),
  phone: v.nullable(text(64)),
  name: v.nullable(text(100)),
  account: v.pipe(v.string(), v.maxLength(40)),
  reverses: v.nullable(text(40)),
  balance: v.nullable(v.pipe(v.number(), v.integer())),
});
export type SentLine = v.InferOutput<typeof Line>;

/** The lines of a file, as JSON that is packed by gzip in base64, because a command has a limited size. */
const File = v.strictObject({
  name: text(200),
  shortcode: v.nullable(v.pipe(v.string(), v.regex(/^\d{5,7}$/))),
  packed: v.string(),
});

const STAFF = ['owner', 'orders'] as const;

/** `npm run mpesa -- statement FILE`: compares it without a change (PAY-T1). */
export const previewStatement = staffCommand({
  name: 'statement.preview',
  roles: STAFF,
  input: File,
  run: ({ services }, file, staff) => services.statement.preview(staff, toFile(file)),
});

/** `npm run mpesa -- statement FILE --yes` (PAY-T1). */
export const importStatement = staffCommand({
  name: 'statement.import',
  roles: STAFF,
  input: File,
  run: ({ services }, file, staff) => services.statement.importFile(staff, toFile(file)),
});

/** `npm run mpesa -- reports` (PAY-T1). */
export const listStatements = command({
  name: 'statement.list',
  input: v.strictObject({}),
  run: async ({ services }) => ({ reports: await services.statement.list(), sent: await services.sentMoney.list() }),
});

/** `npm run mpesa -- not-refund`: money that left is no refund of this shop (PAY-T1). */
export const settleSentMoney = staffCommand({
  name: 'mpesa.notRefund',
  roles: ['owner'],
  input: v.strictObject({ receipt: text(40), reason: text(500) }),
  run: async ({ services }, { receipt, reason }, staff) => {
    await services.sentMoney.settle(staff, receipt, reason);
    return {};
  },
});

/** `npm run mpesa -- register-pull` (PAY-T1). For the owner of the shop's settings. */
export const registerPull = command({
  name: 'mpesa.registerPull',
  input: v.strictObject({ phone: text(20) }),
  run: ({ services }, { phone }) => services.pull.register(phone),
});

/** `npm run mpesa -- trust`: an owner trusts the cross-check again (PAY-T2). */
export const trustCrossCheck = staffCommand({
  name: 'mpesa.trust',
  roles: ['owner'],
  input: v.strictObject({}),
  run: async ({ services }, _, staff) => {
    await services.crossCheckStaff.trust(staff);
    return {};
  },
});

/** `npm run mpesa -- release`: orders that contradictions held are paid again (PAY-T2). */
export const releaseHeld = staffCommand({
  name: 'mpesa.release',
  roles: ['owner'],
  input: v.strictObject({ note: text(500) }),
  run: async ({ services }, { note }, staff) => ({ released: await services.crossCheckStaff.release(staff, note) }),
});

/** State of the cross-check in `npm run back-office` (PAY-T2). */
export const showCrossCheck = command({
  name: 'mpesa.crossCheck',
  input: v.strictObject({}),
  run: ({ services }) => services.crossCheck.getHealth(),
});

/** Packs lines for a command. */
export function toSentLines(lines: readonly StatementLine[]): SentLine[] {
  return lines.map(({ amount: _, phone, at, ...line }) => ({
    ...line,
    at: at.toISOString(),
    phone: phone === null ? null : toText(phone),
  }));
}

function toText(phone: NonNullable<StatementLine['phone']>): string {
  if (phone.kind === 'whole') return phone.phone;
  return phone.kind === 'hashed' ? phone.sha256 : `${phone.start}****${phone.end}`;
}

function toFile({ name, shortcode, packed }: v.InferOutput<typeof File>): StatementFile {
  const parsed = v.safeParse(v.array(Line), unpack(packed));
  if (!parsed.success) throw new CommandRefusedError('The lines of the file could not be read');
  return { name, shortcode, lines: parsed.output.map(toLine) };
}

function unpack(packed: string): unknown {
  try {
    return JSON.parse(gunzipSync(Buffer.from(packed, 'base64'), { maxOutputLength: MOST_BYTES }).toString('utf8'));
  } catch {
    return null;
  }
}

function toLine({ cents, at, phone, ...line }: SentLine): StatementLine {
  const amount = cents === 0 ? 'zero' : cents % 100 === 0 ? toShillings(cents / 100) : 'cents';
  return { ...line, cents, amount, at: new Date(at), phone: parseWirePhone(phone) };
}
