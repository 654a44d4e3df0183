/** Addresses and money of payments by hand of the configured shop: `npm run mpesa`. */
import {
  attachMoney,
  CLAIM_VERBS,
  decideClaim,
  finishRotation,
  listClaims,
  listReceived,
  registerAddresses,
} from '../control/mpesa-commands.ts';
import { UsageError, runCli } from './shared/cli.ts';
import {
  attachedReport,
  claimsReport,
  decidedReport,
  finishedReport,
  receivedReport,
  registeredReport,
} from './reports/mpesa.ts';
import { readSettings } from './shared/settings.ts';
import { runCommand } from './shared/shop-command.ts';
import { runStaffCommand } from './shared/staff-login.ts';

const USAGE = `usage: npm run mpesa                                      list money that staff decide about, oldest first
       npm run mpesa -- attach RECEIPT ORDER --note TEXT   pay an order with unmatched money
       npm run mpesa -- claims                             list receipts that shoppers sent and M-Pesa did not decide
       npm run mpesa -- claims attach CLAIM --note TEXT    pay the order of a claim with its money
       npm run mpesa -- claims refuse CLAIM --note TEXT    refuse it; the shopper is told
       npm run mpesa -- claims ask CLAIM                   ask M-Pesa once more
       npm run mpesa -- register                           register the addresses for payments by hand at Safaricom
       npm run mpesa -- register --rotate                  register others; the previous ones stay valid
       npm run mpesa -- finish                             end the previous ones

ORDER is an order's number or its first 8 characters. attach, refuse and ask need the e-mail and the password of a staff
account. Above the refund limit a second person runs attach too. register prints Safaricom's answer and what to do after a refusal.

The shop may be running.`;

const OPTIONS = { note: { type: 'string' }, rotate: { type: 'boolean', default: false } } as const;

await runCli(USAGE, OPTIONS, async ({ values, positionals: [verb, receipt, order, ...more] }) => {
  if (more.length > 0) throw new UsageError();
  if (verb === 'attach') {
    if (receipt === undefined || order === undefined) throw new UsageError();
    if (values.note === undefined) throw new Error('--note TEXT is missing. Nothing was changed.');
    const done = await runStaffCommand(attachMoney, { receipt, order, reason: values.note });
    return console.log(attachedReport(receipt, order, done));
  }
  if (verb === 'claims' && receipt !== undefined) {
    const decision = CLAIM_VERBS.find((it) => it === receipt);
    if (decision === undefined || order === undefined) throw new UsageError();
    if (values.note === undefined && decision !== 'ask')
      throw new Error('--note TEXT is missing. Nothing was changed.');
    const request = { verb: decision, claim: order, reason: values.note ?? '' };
    return console.log(decidedReport(order, await runStaffCommand(decideClaim, request)));
  }
  if (receipt !== undefined) throw new UsageError();
  const env = readSettings();
  if (verb === undefined) return console.log(receivedReport(await runCommand(env, listReceived, {})).join('\n'));
  if (verb === 'claims') return console.log(claimsReport(await runCommand(env, listClaims, {})).join('\n'));
  if (verb === 'finish') return console.log(finishedReport(await runCommand(env, finishRotation, {})));
  if (verb !== 'register') throw new UsageError();
  const done = await runCommand(env, registerAddresses, { isRotation: values.rotate });
  console.log(registeredReport(done).join('\n'));
  if (done.outcome !== 'registered') process.exitCode = 1;
});
