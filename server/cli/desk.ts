/** What waits for people in the shop that the settings name, and how it is settled: `npm run desk`. */
import os from 'node:os';
import { listDesk, settleOnDesk, showOnDesk } from '../control/commands.ts';
import { WAYS } from '../modules/desk/desk-item.rules.ts';
import { Misused, runCli } from './shared/cli.ts';
import { listReport, settledReport, showReport } from './reports/desk.ts';
import { readSettings } from './shared/settings.ts';
import { runCommand } from './shared/shop-command.ts';

const USAGE = `usage: npm run desk                                  what waits for somebody, the oldest first
       npm run desk -- show NAME                     all that is known of one thing
       npm run desk -- settle NAME --note TEXT       it is done, or needs nothing
       npm run desk -- settle NAME --as WAY --note TEXT

NAME is what the list begins a line with, e.g. refund-1a2b3c4d, or the number of an order. The note says what was done
and why, e.g. the receipt of the money that you sent back; it is kept with your name.

  --as paid         the money of an order in doubt is there: the order goes on
  --as refund       it came and goes back: the order is cancelled
  --as unpaid       it never came: the order is cancelled
  --as processing   an order that stands still: the staff packs it
  --as cancelled    … or it is cancelled
  --as left         … or stays as it is, and is not listed again
  --as again        work that keeps failing is tried at once

The shop may run meanwhile. Money is not sent from here: send it by M-Pesa first, then settle the refund.`;

async function list(): Promise<void> {
  console.log(listReport(await runCommand(readSettings(), listDesk, {})).join('\n'));
}

async function show(handle: string): Promise<void> {
  console.log(showReport(await runCommand(readSettings(), showOnDesk, { handle })).join('\n'));
}

async function settle(handle: string, typed: string | null, note: string): Promise<void> {
  const as = WAYS.find((way) => way === typed) ?? null;
  if (typed !== null && as === null) throw new Error(`--as has to be one of ${WAYS.join(', ')}. Nothing was changed.`);
  const by = `console ${os.userInfo().username}`;
  const settled = await runCommand(readSettings(), settleOnDesk, { handle, as, note, by });
  console.log(settledReport(settled));
}

await runCli(USAGE, { as: { type: 'string' }, note: { type: 'string' } }, async ({ values, positionals }) => {
  const [verb, handle, ...more] = positionals;
  if (more.length > 0) throw new Misused();
  if (verb === undefined) return list();
  if (handle === undefined) throw new Misused();
  if (verb === 'show') return show(handle);
  if (verb !== 'settle') throw new Misused();
  if (values.note === undefined) throw new Error('--note TEXT has to say what was done. Nothing was changed.');
  return settle(handle, values.as ?? null, values.note);
});
