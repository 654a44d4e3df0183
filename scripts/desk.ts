/** What waits for people in the shop that the settings name, and how it is settled: `npm run desk`. */
import os from 'node:os';
import { listDesk, settleOnDesk, showOnDesk } from '../server/control/commands.ts';
import { WAYS, type DeskItem } from '../server/modules/desk/desk-item.rules.ts';
import { Misused, runCli } from './cli.ts';
import { readSettings } from './settings.ts';
import { runCommand } from './shop-command.ts';

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

// Sweden writes a date as 2026-11-27.
const NAIROBI = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Africa/Nairobi',
  dateStyle: 'short',
  timeStyle: 'short',
});

async function list(): Promise<void> {
  const sections = (await runCommand(readSettings(), listDesk, {})).filter(({ items }) => items.length > 0);
  if (sections.length === 0) return console.log('Nothing waits for you.');
  for (const { title, items, isCut } of sections) {
    console.log(`${title}:`);
    for (const item of items) console.log(lineOf(item));
    if (isCut) console.log('  … and more: settle these first.');
    console.log('');
  }
  console.log('npm run desk -- show NAME tells more of one, npm run desk -- settle NAME --note TEXT settles it.');
}

async function show(handle: string): Promise<void> {
  const { item, history, notes } = await runCommand(readSettings(), showOnDesk, { handle });
  console.log(lineOf(item));
  for (const [title, lines] of [
    ['What came to pass', history],
    ['What somebody did', notes],
  ] as const) {
    if (lines.length === 0) continue;
    console.log(`\n${title}:`);
    for (const { at, text } of lines) console.log(`  ${timeOf(at)}  ${text}`);
  }
}

async function settle(handle: string, typed: string | null, note: string): Promise<void> {
  const as = WAYS.find((way) => way === typed) ?? null;
  if (typed !== null && as === null) throw new Error(`--as has to be one of ${WAYS.join(', ')}. Nothing was changed.`);
  const by = `console ${os.userInfo().username}`;
  const settled = await runCommand(readSettings(), settleOnDesk, { handle, as, note, by });
  console.log(`Settled${settled.as === null ? '' : ` as ${settled.as}`}: ${settled.item.what}`);
}

function lineOf({ handle, since, what, ways }: DeskItem): string {
  const asks = ways.length === 0 ? '' : `\n${' '.repeat(39)}--as ${ways.join(' or ')}`;
  return `  ${handle}  ${timeOf(since)}  ${what}${asks}`;
}

/** Kenya's time, whatever the zone of this machine: Safaricom's statement has the same (A50). */
function timeOf(iso: string): string {
  return `${NAIROBI.format(new Date(iso))} EAT`;
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
