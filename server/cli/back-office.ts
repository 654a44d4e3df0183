/** Lists and settles open back office items of the configured shop: `npm run back-office`. */
import os from 'node:os';
import {
  listBackOffice,
  settleInBackOffice,
  showInBackOffice,
  showMpesaHealth,
  showStock,
} from '../control/commands.ts';
import { showCrossCheck } from '../control/statement-commands.ts';
import { DECISIONS } from '../modules/back-office/item.rules.ts';
import { UsageError, runCli } from './shared/cli.ts';
import {
  crossCheckReport,
  listReport,
  mpesaReport,
  settleReport,
  showReport,
  stockReport,
} from './reports/back-office.ts';
import { readSettings } from './shared/settings.ts';
import { runCommand, withShopCommands } from './shared/shop-command.ts';

const USAGE = `usage: npm run back-office                                  list open items, oldest first
       npm run back-office -- show NAME                     show everything about one item
       npm run back-office -- settle NAME --note TEXT       settle an alarm
       npm run back-office -- settle NAME --as WAY --note TEXT
       npm run back-office -- stock SLUG                    show the stock of a product and why it changed

NAME is the start of a line in the list, e.g. refund-1a2b3c4d, or an order number. The note says what was done
and why. It is stored with your name.

  --as paid         payment in doubt: it arrived, the order goes on
  --as refund       payment in doubt: refund it, the order is cancelled
  --as unpaid       payment in doubt: it never arrived, the order is cancelled
  --as processing   overdue order: the staff packs it
  --as cancelled    overdue order: cancel it
  --as left         overdue order: leave it, and do not list it again
  --as again        failing job: retry it now

The shop may be running. Refunds have a command of their own: npm run refunds.`;

async function list(): Promise<void> {
  const lines = await withShopCommands(readSettings(), async (run) => [
    mpesaReport(await run(showMpesaHealth, {})),
    ...crossCheckReport(await run(showCrossCheck, {})),
    '',
    ...listReport(await run(listBackOffice, {})),
  ]);
  console.log(lines.join('\n'));
}

async function show(handle: string): Promise<void> {
  console.log(showReport(await runCommand(readSettings(), showInBackOffice, { handle })).join('\n'));
}

async function showLedger(slug: string): Promise<void> {
  console.log(stockReport(await runCommand(readSettings(), showStock, { slug })).join('\n'));
}

async function settle(handle: string, typed: string | null, note: string): Promise<void> {
  const as = DECISIONS.find((way) => way === typed) ?? null;
  if (typed !== null && as === null)
    throw new Error(`--as must be one of ${DECISIONS.join(', ')}. Nothing was changed.`);
  const by = `console ${os.userInfo().username}`;
  const settled = await runCommand(readSettings(), settleInBackOffice, { handle, as, note, by });
  console.log(settleReport(settled));
}

await runCli(USAGE, { as: { type: 'string' }, note: { type: 'string' } }, async ({ values, positionals }) => {
  const [verb, handle, ...more] = positionals;
  if (more.length > 0) throw new UsageError();
  if (verb === undefined) return list();
  if (handle === undefined) throw new UsageError();
  if (verb === 'show') return show(handle);
  if (verb === 'stock') return showLedger(handle);
  if (verb !== 'settle') throw new UsageError();
  if (values.note === undefined) throw new Error('--note TEXT is missing. Nothing was changed.');
  return settle(handle, values.as ?? null, values.note);
});
