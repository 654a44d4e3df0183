/** Lists and handles refunds of the configured shop: `npm run refunds`. */
import { changeRefund, listRefunds, proposeRefund, REFUND_VERBS, type RefundVerb } from '../control/refund-commands.ts';
import { UsageError, runCli } from './shared/cli.ts';
import { refundsReport } from './reports/refunds.ts';
import { readSettings } from './shared/settings.ts';
import { runCommand } from './shared/shop-command.ts';
import { runStaffCommand } from './shared/staff-login.ts';

const USAGE = `usage: npm run refunds                                      list open refunds, oldest first
       npm run refunds -- propose RECEIPT AMOUNT --note TEXT  refund a part of a payment, in whole shillings
       npm run refunds -- approve NAME                        M-Pesa sends it
       npm run refunds -- take-back NAME                      take an approval back, until it is sent
       npm run refunds -- retry NAME                          send one that waits for the balance or a setting
       npm run refunds -- by-hand NAME                        a person sends it, with one of:
       npm run refunds -- receipt NAME RECEIPT                  the receipt in M-Pesa's portal, which M-Pesa confirms
       npm run refunds -- cash NAME                             paid in cash
       npm run refunds -- no-cash NAME                          take that back
       npm run refunds -- confirm-cash NAME                     another person confirms the cash
       npm run refunds -- by-mpesa NAME                       send one that is by hand by M-Pesa after all
       npm run refunds -- not-happened NAME                   the portal shows that one in doubt was not sent
       npm run refunds -- drop NAME --note TEXT               an owner decides that nothing goes back

NAME is the start of a line in the list, e.g. refund-1a2b3c4d. Each change asks for the e-mail and the password of a staff
account. Above the limit another owner than the proposer approves. not-happened and cash need a second person.`;

async function list(): Promise<void> {
  console.log(refundsReport(await runCommand(readSettings(), listRefunds, {})).join('\n'));
}

function isVerb(verb: string): verb is RefundVerb {
  return REFUND_VERBS.some((known) => known === verb);
}

await runCli(USAGE, { note: { type: 'string' } }, async ({ values, positionals }) => {
  const [verb, name, more, ...rest] = positionals;
  if (verb === undefined) return list();
  if (name === undefined || rest.length > 0) throw new UsageError();
  if ((verb === 'propose' || verb === 'drop') && values.note === undefined)
    throw new Error('--note TEXT is missing. Nothing was changed.');
  const note = values.note ?? '';
  if (verb === 'propose') {
    if (more === undefined) throw new UsageError();
    const proposed = await runStaffCommand(proposeRefund, { receipt: name, amount: Number(more), reason: note });
    return console.log(`Proposed: ${proposed.handle}. Approve it: npm run refunds -- approve ${proposed.handle}`);
  }
  if (!isVerb(verb) || (verb === 'receipt') === (more === undefined)) throw new UsageError();
  const { handle, state } = await runStaffCommand(changeRefund, { verb, handle: name, text: more ?? note });
  console.log(`${handle} is ${state.replace('_', ' ')}.`);
});
