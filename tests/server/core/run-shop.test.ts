import fs from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { listBackOffice } from '../../../server/control/commands.ts';
import { sendToShop, ShopUnreachableError } from '../../../server/control/control-socket.ts';
import type { Database } from '../../../server/db/client.ts';
import type { Seed } from '../../../server/db/seed.ts';
import { lockDirectory } from '../../../server/db/lock.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { runShop, type ShopParts } from '../../../server/run.ts';

/** Runs the shop's process inside this one. These record its messages, its output, its exit and its signal handlers. */
let said: unknown[];
let words: unknown[];
let ended: Promise<number>;
let signals: Map<string | symbol, () => void>;
let dataDir: string;
let port: number;

beforeEach(async () => {
  [said, words, signals] = [[], [], new Map()];
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-run-'));
  [port = 0] = await findFreePorts(1);
  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    DEMO_SHOP: 'on',
    FLOWS: 'off',
    WATCHDOG_SECONDS: '0',
    DATABASE_URL: '',
  };
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const send = process.send?.bind(process);
  // Vitest uses the same channel for its worker.
  Object.assign(process, {
    send(message: object, ...more: never[]) {
      if (!('type' in message) || !['progress', 'ready'].includes(String(message.type)))
        return send?.(message, ...more) ?? true;
      said.push(message);
      return true;
    },
  });
  const on = process.on.bind(process);
  vi.spyOn(process, 'on').mockImplementation(((name: string, listener: () => void) => {
    if (!['SIGTERM', 'SIGINT', 'disconnect'].includes(name)) return on(name, listener);
    signals.set(name, listener);
    return process;
  }) as typeof process.on);
  ended = new Promise((resolve) => {
    vi.spyOn(process, 'exit').mockImplementation(((code: number) => resolve(code)) as typeof process.exit);
  });
  vi.spyOn(console, 'error').mockImplementation((text) => void words.push(text));
  undoSend = () => {
    if (send === undefined) delete process.send;
    else Object.assign(process, { send });
  };
});
let undoSend: () => void;
afterEach(() => {
  undoSend();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const filling: Seed = {
  name: '0001-test',
  run: async (_sql, { onProgress }) => {
    onProgress(1, 2);
    return true;
  },
};
const around = (more: Partial<ShopParts> = {}): ShopParts => ({
  dist: null,
  seeds: async () => [filling],
  onFilled: async () => undefined,
  pictures: async () => null,
  flows: '',
  backup: '',
  ...more,
});
const isReady = () => said.some((it) => (it as { type: string }).type === 'ready');
/** Resolves when the shop reports its address. Rejects when it ends before. */
const ready = async () => {
  await Promise.race([
    vi.waitFor(() => expect(isReady()).toBe(true), { timeout: 60_000 }),
    ended.then(() => Promise.reject(new Error(String(words)))),
  ]);
};
const get = async (url: string) => {
  const reply = await fetch(`http://127.0.0.1:${port}${url}`);
  return { status: reply.status, text: await reply.text() };
};

/** Writes a built client and renderer. */
function builtPages(): string {
  const dist = path.join(dataDir, 'dist');
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(dist, file)), { recursive: true });
    fs.writeFileSync(path.join(dist, file), text);
  };
  write('client/.vite/manifest.json', JSON.stringify({ 'src/entry-client.tsx': { file: 'assets/entry-1.js' } }));
  write('client/assets/entry-1.js', 'entry()');
  write(
    'ssr/entry-server.js',
    `export const planPage = () => ({ calls: [], hasSubject: false, modules: [], cacheable: true });
     export const render = ({ url }) => ({ html: '<h1>' + url + '</h1>', head: '', status: 200 });`,
  );
  return dist;
}

test('R17: a shop starts in order, serves requests, and stops with all of its work', async () => {
  const kinds: string[] = [];
  let isClosed = false;
  const timers = vi.spyOn(globalThis, 'setInterval');
  const cleared = vi.spyOn(globalThis, 'clearInterval');
  runShop(
    around({
      dist: builtPages(),
      onFilled: async ({ db, jobs }) => {
        const { close } = db;
        vi.spyOn(db, 'close').mockImplementation(() => close().then(() => void (isClosed = true)));
        vi.spyOn(jobs, 'register').mockImplementation((kind) => void kinds.push(kind));
        vi.spyOn(jobs, 'schedule').mockImplementation((kind) => void kinds.push(kind));
        // As long as a few statements take.
        for (let turn = 0; turn < 3; turn += 1) await db.now();
        said.push({ type: 'filled' });
        kinds.push('filled');
      },
    }),
  );
  await ready();
  expect(said).toEqual([
    ...said.filter((it) => (it as { label?: string }).label === 'Creating tables'),
    { type: 'progress', label: 'Seeding the shop', done: 1, total: 2 },
    { type: 'filled' },
    { type: 'ready', url: `http://localhost:${port}` },
  ]);
  // All background jobs, each kind once.
  expect(kinds.shift()).toBe('filled');
  expect(kinds.sort()).toEqual([
    'by-hand.ask',
    'by-hand.match',
    'catalogue.compare',
    'claims.step',
    'claims.sweep',
    'desk.alerts',
    'login.code',
    'mail',
    'mail.email-link',
    'mail.notice',
    'mail.reset-link',
    'mail.staffNotice',
    'maintenance.checkpoint',
    'maintenance.cleanup',
    'maintenance.vacuum',
    'news.mail',
    'news.sms',
    'orders.expiry',
    'orders.stale',
    'orders.sweep',
    'parcels.endCode',
    'parcels.look',
    'parcels.sweep',
    'payments.deadline',
    'payments.probe',
    'payments.query',
    'payments.recoverPushes',
    'payments.sweep',
    'payments.tidyQueries',
    'refunds.step',
    'refunds.sweep',
    'statement.pull',
  ]);
  expect((await get('/api/health')).status).toBe(200);
  expect((await get('/thing')).text).toContain('<h1>/thing</h1>');
  expect((await get('/assets/entry-1.js')).text).toBe('entry()');
  // Without a route of their own, these would be pages.
  expect((await get('/sitemap.xml')).text).toMatch(/^<\?xml/);
  expect((await get('/media/none-1')).status).toBe(404);
  // A caller with repeated wrong secrets is throttled. Any other unknown call under /api returns 404.
  const statuses = new Set<number>();
  for (let n = 0; n <= LIMITS.badCallbacks.most; n += 1)
    statuses.add((await fetch(`http://127.0.0.1:${port}/api/mpesa/callback/none/none`, { method: 'POST' })).status);
  expect([...statuses]).toEqual([404, 429]);
  expect(await sendToShop(dataDir, listBackOffice, {})).toBeDefined();

  // A request that never ends delays the stop by at most eight seconds.
  const half = net.connect(port, '127.0.0.1', () => half.write('GET /api/health HTTP/1.1\r\n'));
  half.on('error', () => undefined);
  await new Promise((resolve) => half.once('connect', resolve));
  const later = new Map<number, () => void>();
  const plain = globalThis.setTimeout;
  const timeouts = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
    if (ms < 8_000) return plain(work, ms);
    later.set(ms, work);
    return { unref: () => undefined };
  }) as unknown as typeof setTimeout);
  signals.get('SIGTERM')?.();
  timeouts.mockRestore();
  expect([...later.keys()]).toEqual([8_000, 9_500]);
  later.get(8_000)?.();
  await new Promise((resolve) => half.once('close', resolve));

  expect([await ended, isClosed]).toEqual([0, true]);
  const following = timers.mock.results.filter((_, at) => timers.mock.calls[at]?.[1] === 30_000);
  expect(following).toHaveLength(1);
  expect(cleared.mock.calls.flat()).toContain(following[0]?.value);
  await expect(get('/api/health')).rejects.toThrow();
  await expect(sendToShop(dataDir, listBackOffice, {})).rejects.toThrow(ShopUnreachableError);
  // The database is closed, so its directory is free.
  const release = await lockDirectory(dataDir);
  await release();
}, 120_000);

test('R18: reports a data directory that another process uses, in one sentence', async () => {
  const release = await lockDirectory(dataDir);
  runShop(around());
  expect(await ended).toBe(1);
  expect(words).toEqual([expect.stringMatching(/^The data directory .+ is used by another process\. Stop it first/)]);
  await release();
});

test('R18: reports a data directory that is a file, by the name of its setting', async () => {
  const file = path.join(dataDir, 'file');
  fs.writeFileSync(file, '');
  vi.stubEnv('DATA_DIR', file);
  runShop(around());
  expect(await ended).toBe(1);
  expect(words).toEqual([expect.stringContaining(`DATA_DIR (${file}) cannot be used: `)]);
});

test('R18: ends before it is ready when the machine has no such HOST', async () => {
  vi.stubEnv('HOST', '192.0.2.1');
  let db: Database | undefined;
  runShop(
    around({
      onFilled: async (deps) => {
        db = deps.db;
      },
    }),
  );
  await ended;
  expect([isReady(), words]).toEqual([false, [expect.stringContaining('HOST cannot be used: ')]]);
  await db?.close();
});
