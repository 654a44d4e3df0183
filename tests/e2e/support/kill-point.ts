/**
 * Loaded into a server before its own program (`--import`): the process kills itself with SIGKILL at one point around a
 * commit or a Daraja call (R2, R40). It does nothing until the file in `KILL_POINT` exists: `before push 3` means the third
 * push from then on, before it is sent. The passed points are appended to a second file, one per line.
 */
import fs from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

const file = process.env['KILL_POINT'];
if (file === undefined) throw new Error('KILL_POINT names no file');

let last = '';
const passed = new Map<string, number>();

function pass(point: string): void {
  if (file === undefined || !fs.existsSync(file)) return;
  const asked = fs.readFileSync(file, 'utf8');
  if (asked !== last) passed.clear();
  last = asked;
  const count = (passed.get(point) ?? 0) + 1;
  passed.set(point, count);
  fs.appendFileSync(`${file}.passed`, `${point} ${count}\n`);
  if (asked === `${point} ${count}`) process.kill(process.pid, 'SIGKILL');
}

async function around<T>(what: string, work: () => Promise<T>): Promise<T> {
  pass(`before ${what}`);
  const result = await work();
  pass(`after ${what}`);
  return result;
}

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const run = () => Reflect.apply(query, this, given) as Promise<unknown>;
  return given[0] === 'commit' ? around('commit', run) : run();
} as typeof query;

const { exec } = PGlite.prototype;
PGlite.prototype.exec = function (...given) {
  const run = () => Reflect.apply(exec, this, given) as ReturnType<typeof exec>;
  return given[0] === 'commit' ? around('commit', run) : run();
};

/** Calls by the word of their path, below `/mpesa/` for most. */
const CALLS: Readonly<Record<string, string>> = {
  stkpush: 'push',
  stkpushquery: 'query',
  reversal: 'reversal',
  b2c: 'payout',
  transactionstatus: 'status',
  accountbalance: 'balance',
  pulltransactions: 'pull',
};

const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const what = CALLS[/\/(?:mpesa\/)?(\w+)\/v\d\//.exec(pathname)?.[1] ?? ''];
  const send = () => fetch(input, init);
  return what === undefined ? send() : around(what, send);
};
