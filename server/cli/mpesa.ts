/** Payments by hand, the statement and the cross-check of the configured shop: `npm run mpesa`. */
import { gzipSync } from 'node:zlib';
import {
  attachMoney,
  CLAIM_VERBS,
  decideClaim,
  finishRotation,
  listClaims,
  listReceived,
  registerAddresses,
  returnMoney,
} from '../control/mpesa-commands.ts';
import {
  attachedReport,
  claimsReport,
  decidedReport,
  finishedReport,
  receivedReport,
  registeredReport,
  returnedReport,
} from './reports/mpesa.ts';
import {
  importStatement,
  listStatements,
  previewStatement,
  registerPull,
  releaseHeld,
  settleSentMoney,
  toSentLines,
  trustCrossCheck,
} from '../control/statement-commands.ts';
import { UsageError, runCli } from './shared/cli.ts';
import { answerReport, faultsReport, reportsReport, statementReport } from './reports/statement.ts';
import { readSettings } from './shared/settings.ts';
import { runCommand } from './shared/shop-command.ts';
import { runStaffCommand } from './shared/staff-login.ts';
import { readStatement } from './statement/read-statement.ts';

/** A command has at most 1 MB. */
const MOST_PACKED = 900_000;

const USAGE = `usage: npm run mpesa                                      list money that staff decide about, oldest first
       npm run mpesa -- attach RECEIPT ORDER --note TEXT   pay an order with unmatched money
       npm run mpesa -- return RECEIPT --note TEXT         unmatched money goes back whole, once it is approved
       npm run mpesa -- claims                             list receipts that shoppers sent and M-Pesa did not decide
       npm run mpesa -- claims attach CLAIM --note TEXT    pay the order of a claim with its money
       npm run mpesa -- claims refuse CLAIM --note TEXT    refuse it; the shopper is told
       npm run mpesa -- claims ask CLAIM                   ask M-Pesa once more
       npm run mpesa -- statement FILE                     compare the CSV of M-Pesa's portal with the shop, without a change
       npm run mpesa -- statement FILE --yes               import it
       npm run mpesa -- reports                            the latest comparisons, and money that left without a refund
       npm run mpesa -- not-refund RECEIPT --note TEXT     an owner says that such money is no refund of the shop
       npm run mpesa -- trust                              an owner trusts M-Pesa's queries again
       npm run mpesa -- release --note TEXT                orders that contradictions held are paid again
       npm run mpesa -- register-pull PHONE                register the short code for Pull, with its nominated number
       npm run mpesa -- register                           register the addresses for payments by hand at Safaricom
       npm run mpesa -- register --rotate                  register others; the previous ones stay valid
       npm run mpesa -- finish                             end the previous ones

ORDER is an order's number or its first 8 characters. attach, return, claims, statement, not-refund, trust and release
ask for the e-mail and the password of a staff account. Above the refund limit a second person runs attach too. register and register-pull
print Safaricom's answer, and what to do after a refusal.

The shop may be running.`;

const OPTIONS = {
  note: { type: 'string' },
  rotate: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
} as const;

/** Compares or imports a file. Bad lines are listed, and then nothing is imported. */
async function runStatement(file: string, isImport: boolean): Promise<void> {
  const { name, shortcode, lines, faults } = await readStatement(file);
  if (faults.length > 0) {
    console.error(faultsReport(faults).join('\n'));
    process.exitCode = 1;
    return;
  }
  const packed = gzipSync(JSON.stringify(toSentLines(lines))).toString('base64');
  if (packed.length > MOST_PACKED)
    throw new Error(
      `${name} has too many lines for one import: export fewer days into one file. Nothing was imported.`,
    );
  const request = { name, shortcode, packed };
  const done = await runStaffCommand(isImport ? importStatement : previewStatement, request);
  console.log(statementReport(done, isImport).join('\n'));
}

function getNote(note: string | undefined): string {
  if (note === undefined) throw new Error('--note TEXT is missing. Nothing was changed.');
  return note;
}

await runCli(USAGE, OPTIONS, async ({ values, positionals: [verb, receipt, order, ...more] }) => {
  if (more.length > 0) throw new UsageError();
  if (verb === 'attach') {
    if (receipt === undefined || order === undefined) throw new UsageError();
    const done = await runStaffCommand(attachMoney, { receipt, order, reason: getNote(values.note) });
    return console.log(attachedReport(receipt, order, done));
  }
  if (verb === 'claims' && receipt !== undefined) {
    const decision = CLAIM_VERBS.find((it) => it === receipt);
    if (decision === undefined || order === undefined) throw new UsageError();
    const reason = decision === 'ask' ? (values.note ?? '') : getNote(values.note);
    const request = { verb: decision, claim: order, reason };
    return console.log(decidedReport(order, await runStaffCommand(decideClaim, request)));
  }
  if (order !== undefined) throw new UsageError();
  const env = readSettings();
  if (receipt !== undefined) {
    if (verb === 'statement') return runStatement(receipt, values.yes);
    if (verb === 'return') {
      const { refund } = await runStaffCommand(returnMoney, { receipt, reason: getNote(values.note) });
      return console.log(returnedReport(receipt.toUpperCase(), refund));
    }
    if (verb === 'not-refund') {
      await runStaffCommand(settleSentMoney, { receipt, reason: getNote(values.note) });
      return console.log(`${receipt.toUpperCase()} is noted as no refund.`);
    }
    if (verb !== 'register-pull') throw new UsageError();
    const { outcome, code, text } = await runCommand(env, registerPull, { phone: receipt });
    if (outcome !== 'registered') process.exitCode = 1;
    return console.log(answerReport(code, text));
  }
  if (verb === 'reports') return console.log(reportsReport(await runCommand(env, listStatements, {})).join('\n'));
  if (verb === 'trust') {
    await runStaffCommand(trustCrossCheck, {});
    return console.log('The cross-check is trusted again.');
  }
  if (verb === 'release') {
    const { released } = await runStaffCommand(releaseHeld, { note: getNote(values.note) });
    return console.log(released === 1 ? '1 order is paid again.' : `${released} orders are paid again.`);
  }
  if (verb === undefined) return console.log(receivedReport(await runCommand(env, listReceived, {})).join('\n'));
  if (verb === 'claims') return console.log(claimsReport(await runCommand(env, listClaims, {})).join('\n'));
  if (verb === 'finish') return console.log(finishedReport(await runCommand(env, finishRotation, {})));
  if (verb !== 'register') throw new UsageError();
  const done = await runCommand(env, registerAddresses, { isRotation: values.rotate });
  console.log(registeredReport(done).join('\n'));
  if (done.outcome !== 'registered') process.exitCode = 1;
});
