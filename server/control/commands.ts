import * as v from 'valibot';
import { ROLES } from '../../contract/endpoint.ts';
import { text } from '../../contract/fields.ts';
import { getCopyFolder } from '../backup/open.ts';
import { ProductChange } from '../modules/catalogue/change.rules.ts';
import { DECISIONS } from '../modules/back-office/item.rules.ts';
import {
  attachMoney,
  returnMoney,
  decideClaim,
  finishRotation,
  listClaims,
  listReceived,
  registerAddresses,
} from './mpesa-commands.ts';
import { listParcels, bringSerialBack, findSerial, reportOnParcel, setSerials, showParcel } from './parcel-commands.ts';
import { command, CommandRefusedError, type Command } from './command.ts';
import { changeRefund, listRefunds, proposeRefund } from './refund-commands.ts';
import {
  importStatement,
  listStatements,
  previewStatement,
  registerPull,
  releaseHeld,
  settleSentMoney,
  showCrossCheck,
  trustCrossCheck,
} from './statement-commands.ts';

/** The services refuse long or malformed values with better messages. */
const words = v.pipe(v.string(), v.maxLength(10_000));

/** `npm run admin -- add` (H1). */
export const addStaff = command({
  name: 'staff.add',
  input: v.strictObject({
    email: text(254),
    name: text(120),
    role: v.picklist(ROLES),
    password: v.pipe(v.string(), v.maxLength(200)),
    by: text(120),
  }),
  run: ({ services }, input) => services.staffAccounts.add(input),
});

/** `npm run back-office` (D29). */
export const listBackOffice = command({
  name: 'back-office.list',
  input: v.strictObject({}),
  run: ({ services }) => services.backOffice.list(),
});

/** The state of M-Pesa in `npm run back-office` (PAY-M2). */
export const showMpesaHealth = command({
  name: 'mpesa.health',
  input: v.strictObject({}),
  run: ({ services }) => services.circuit.getHealth(),
});

/** `npm run back-office -- show` (D29). */
export const showInBackOffice = command({
  name: 'back-office.show',
  input: v.strictObject({ handle: words }),
  run: ({ services }, { handle }) => services.backOffice.show(handle),
});

/** `npm run back-office -- stock` (owner §1). */
export const showStock = command({
  name: 'stock.show',
  input: v.strictObject({ slug: words }),
  run: ({ services }, { slug }) => services.stock.show(slug),
});

/** `npm run back-office -- settle` (D29). */
export const settleInBackOffice = command({
  name: 'back-office.settle',
  input: v.strictObject({
    handle: words,
    as: v.nullable(v.picklist(DECISIONS)),
    note: words,
    by: text(120),
  }),
  run: ({ services }, input) => services.backOfficeSettle.settle(input),
});

/**
 * `npm run backup` while a shop runs on the embedded database. Copies the database files and returns how long
 * statements waited, in milliseconds.
 */
export const copyDatabase = command({
  name: 'backup.copy',
  input: v.strictObject({}),
  run: async ({ deps: { db, env, log } }) => {
    if (db.copyFiles === undefined) throw new CommandRefusedError('The running shop is not on the embedded database.');
    const pausedMs = await db.copyFiles(getCopyFolder(env.dataDir));
    log.info({ pausedMs: Math.round(pausedMs) }, 'the database was copied');
    return pausedMs;
  },
});

const portion = v.pipe(v.array(ProductChange), v.maxLength(1_000));

/** `npm run import -- --update` and `--remove` without `--yes`. */
export const previewChanges = command({
  name: 'catalogue.preview',
  input: v.strictObject({ changes: portion }),
  run: ({ services }, { changes }) => services.change.preview(changes),
});

/** One batch of `npm run import -- --update … --yes` or `--remove … --yes`. */
export const applyChanges = command({
  name: 'catalogue.change',
  input: v.strictObject({
    change: v.strictObject({
      id: v.pipe(v.string(), v.uuid()),
      kind: v.picklist(['update', 'remove']),
      source: words,
      actor: text(120),
    }),
    changes: portion,
  }),
  run: ({ services }, { change, changes }) => services.change.apply(change, changes),
});

/** `npm run import -- --undo`. */
export const undoChange = command({
  name: 'catalogue.undo',
  input: v.strictObject({ change: words, actor: text(120) }),
  run: ({ services }, { change, actor }) => services.change.undo(change, actor),
});

/** `npm run import -- --changes`. */
export const listChanges = command({
  name: 'catalogue.changes',
  input: v.strictObject({}),
  run: ({ services }) => services.change.list(),
});

/** Commands that a running shop executes for the owner of its data directory. */
export const commands: readonly Command[] = [
  addStaff,
  listBackOffice,
  showMpesaHealth,
  showInBackOffice,
  showStock,
  settleInBackOffice,
  listRefunds,
  proposeRefund,
  changeRefund,
  copyDatabase,
  previewChanges,
  applyChanges,
  undoChange,
  listChanges,
  registerAddresses,
  finishRotation,
  listReceived,
  attachMoney,
  returnMoney,
  listClaims,
  decideClaim,
  listParcels,
  showParcel,
  reportOnParcel,
  setSerials,
  bringSerialBack,
  findSerial,
  previewStatement,
  importStatement,
  listStatements,
  settleSentMoney,
  registerPull,
  trustCrossCheck,
  releaseHeld,
  showCrossCheck,
];
