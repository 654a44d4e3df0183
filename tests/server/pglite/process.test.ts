// @all
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { and, eq, inArray, ne, notInArray, sum } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import type { Product } from '../../../contract/catalogue.ts';
import { createDatabase } from '../../../server/db/client.ts';
import { durableDriver } from '../../../server/db/pglite.ts';
import { orderLines, orders, productStock } from '../../../server/db/schema.ts';
import { findFreePort } from '../../../scripts/free-ports.ts';
import { BRIEF } from '../../support/brief.ts';
import { whenBuilt } from '../../support/built.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { startByNpm } from './npm-start.ts';
import { orderDraft } from '../../support/samples/checkout.ts';

/** The built server as it runs in production. */
describe('the process', () => {
  let folder: string;
  const children: ChildProcess[] = [];
  /** A seeded shop, created once because creating the database is the slowest part. */
  let template: string;
  beforeAll(async () => {
    await whenBuilt();
    folder = template = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-template-'));
    const server = await start();
    await server.ready;
    server.child.kill('SIGTERM');
    await server.ended;
  }, 180_000);
  afterAll(() => fs.rmSync(template, { recursive: true, force: true }));
  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-process-'));
    fs.cpSync(template, folder, { recursive: true });
  });
  afterEach(() => {
    for (const child of children.splice(0))
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function start(settings: Readonly<Record<string, string>> = {}) {
    const port = await findFreePort();
    const started = performance.now();
    const child = fork('dist/server/main.js', {
      execArgv: BRIEF,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: folder,
        PORT: String(port),
        LOG_LEVEL: 'error',
        RATE_LIMIT_FACTOR: '10000',
        ...UNBOUND,
        ...settings,
      },
    });
    children.push(child);
    let output = '';
    child.stdout?.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
    const silent = Promise.all(
      [child.stdout, child.stderr].map((stream) => new Promise((resolve) => stream?.once('end', resolve))),
    );
    const ended = exited.then((code) => silent.then(() => code));
    const ready = new Promise<number>((resolve, reject) => {
      child.on(
        'message',
        (notice: { type: string }) => notice.type === 'ready' && resolve(performance.now() - started),
      );
      void ended.then(() => reject(new Error(`ended early: ${output}`)));
    });
    ready.catch(() => undefined);
    const api = `http://127.0.0.1:${port}/api`;
    return { child, port, api, ended, ready, output: () => output };
  }

  async function shopper(api: string) {
    const login = await fetch(
      `${api}/auth/login`,
      json('POST', { email: 'shopper@duka.test', password: 'Karibu2026' }),
    );
    const { data } = (await login.json()) as { data: { token: string } };
    const list = (await (await fetch(`${api}/products?limit=48`)).json()) as { data: { products: Product[] } };
    const products = list.data.products.filter(({ stock }) => (stock ?? 0) > 20);
    return { token: data.token, products };
  }

  const json = (method: string, body: unknown, headers: Record<string, string> = {}) => ({
    method,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

  function order(api: string, token: string, product: Product, key: string) {
    const price = product.finalPrice ?? 0;
    return fetch(
      `${api}/orders`,
      json(
        'POST',
        orderDraft({
          orderItems: [
            { product: product._id, name: product.name, quantity: 1, price, image: product.images[0] ?? '' },
          ],
          itemsPrice: price,
          totalPrice: price,
        }),
        { authorization: `Bearer ${token}`, 'idempotency-key': key },
      ),
    );
  }

  test('H16: production without real providers does not start and prints the reason', async () => {
    const server = await start({ NODE_ENV: 'production' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toContain('TERMII_API_KEY is needed in production');
    expect(server.output()).not.toContain('    at ');
  });

  test('R18: a second server on the data directory is rejected within 2 s, and the first continues', async () => {
    const first = await start();
    await first.ready;
    const asked = performance.now();
    const second = await start();
    expect(await second.ended).toBe(1);
    // Includes the start of Node and the loading of the program.
    expect(performance.now() - asked).toBeLessThan(4_000);
    expect(second.output()).toContain('is used by another process');
    expect((await fetch(`${first.api}/ready`)).status).toBe(200);
  });

  test('R1: kill -9 among 20 buyers loses and duplicates no order, and the stock matches', async () => {
    const acknowledged = new Map<string, string>();
    const keys = new Set<string>();
    for (const round of [1, 2]) {
      const server = await start();
      const readyAfter = await server.ready;
      if (round === 2) expect(readyAfter).toBeLessThan(10_000);
      const { token, products } = await shopper(server.api);
      let isOver = false;
      const buyers = Array.from({ length: 20 }, async (_, buyer) => {
        for (let number = 0; !isOver; number += 1) {
          const key = randomUUID();
          keys.add(key);
          const product = products[(buyer + number) % products.length];
          if (product === undefined) throw new Error('no product');
          try {
            const reply = await order(server.api, token, product, key);
            const body = (await reply.json()) as { data?: { order: Order } };
            if (reply.status === 200 && body.data !== undefined) acknowledged.set(key, body.data.order._id);
            else if (reply.status >= 500) throw new Error(`status ${reply.status}`);
          } catch (error) {
            if (!isOver) throw error;
          }
          if (acknowledged.size >= round * 60 && !isOver) {
            isOver = true;
            server.child.kill('SIGKILL');
          }
        }
      });
      await Promise.all(buyers);
      await server.ended;
    }

    const db = createDatabase(
      await durableDriver(path.join(folder, 'db'), (error) => {
        throw new Error('the database broke down', { cause: error });
      }),
      {
        reportMs: 10_000,
        abortMs: 10_000,
        report: () => undefined,
      },
    );
    const kept = (await db.sql.select({ id: orders.id }).from(orders)).map(({ id }) => id);
    expect([...acknowledged.values()].filter((id) => !kept.includes(id))).toEqual([]);
    expect(new Set(acknowledged.values()).size).toBe(acknowledged.size);
    expect(kept.length).toBeLessThanOrEqual(keys.size);
    const held = await db.sql
      .select({ product: orderLines.productId, pieces: sum(orderLines.quantity).mapWith(Number) })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(
        and(
          inArray(orderLines.reservation, ['held', 'committed']),
          notInArray(orders.status, ['shipped', 'delivered']),
        ),
      )
      .groupBy(orderLines.productId);
    const reserved = await db.sql
      .select({ product: productStock.productId, pieces: productStock.reserved })
      .from(productStock)
      .where(ne(productStock.reserved, 0));
    const byProduct = (rows: readonly { product: string; pieces: number }[]) =>
      Object.fromEntries(rows.map(({ product, pieces }) => [product, pieces]));
    expect(byProduct(reserved)).toEqual(byProduct(held));
    await db.close();
  }, 120_000);

  test('R17: SIGTERM finishes running requests, accepts no new ones, and ends within 10 s', async () => {
    const server = await start();
    await server.ready;
    const { token, products } = await shopper(server.api);
    const outcomes: number[] = [];
    let isStopping = false;
    const buyers = Array.from({ length: 10 }, async (_, buyer) => {
      for (let number = 0; ; number += 1) {
        const product = products[(buyer + number) % products.length];
        if (product === undefined) throw new Error('no product');
        const reply = await order(server.api, token, product, randomUUID()).catch(() => null);
        if (reply === null) {
          // A stopped server refuses connections.
          expect(isStopping).toBe(true);
          return;
        }
        await reply.json();
        outcomes.push(reply.status);
        if (outcomes.length === 30) {
          isStopping = true;
          server.child.kill('SIGTERM');
        }
      }
    });
    await Promise.all(buyers);
    const stopped = performance.now();
    expect(await server.ended).toBe(0);
    expect(performance.now() - stopped).toBeLessThan(10_000);
    expect(outcomes.filter((status) => status >= 500)).toEqual([]);
    expect(outcomes.length).toBeGreaterThanOrEqual(30);
  }, 60_000);

  test('the server stops when its parent process exits', async () => {
    const server = await start();
    await server.ready;
    server.child.disconnect();
    expect(await server.ended).toBe(0);
  });

  test('H1: the built admin command adds an owner to the running shop, and to one started later', async () => {
    const server = await start();
    await server.ready;
    const add = (email: string) => {
      const env = { PATH: process.env['PATH'], DATA_DIR: folder };
      const args = [...BRIEF, 'dist/admin/admin.js', 'add', email];
      return spawnSync(process.execPath, args, { input: 'Kila la heri 7', env, encoding: 'utf8' });
    };
    const login = async (email: string) =>
      (await fetch(`${server.api}/admin/auth/login`, json('POST', { email, password: 'Kila la heri 7' }))).status;
    expect(add('boss@duka.example')).toMatchObject({ status: 0, stdout: 'boss@duka.example may log in as owner.\n' });
    expect([await login('boss@duka.example'), await login('other@duka.example')]).toEqual([200, 400]);
    server.child.kill('SIGKILL');
    await server.ended;
    const next = await start();
    await next.ready;
    expect(add('second@duka.example')).toMatchObject({ status: 0 });
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
    expect(fs.readdirSync(path.join(folder, 'control'))).toEqual([]);
  }, 60_000);

  test.each([
    ['HOST', 'nowhere.invalid', /^HOST cannot be used: getaddrinfo \S+ nowhere\.invalid\n$/],
    ['DATA_DIR', 'a file', /^DATA_DIR \(.*a file\) cannot be used: E\w+: .*\n$/],
  ])('Bad input: a %s that is valid but unusable is named in one sentence', async (name, value, words) => {
    fs.writeFileSync(path.join(folder, 'a file'), '');
    const server = await start({ [name]: name === 'DATA_DIR' ? path.join(folder, value) : value });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(words);
  });

  test('R23: malformed raw HTTP is answered or closed, and the server keeps running', async () => {
    const server = await start();
    await server.ready;
    const raw = (text: string) =>
      new Promise<string>((resolve) => {
        let answer = '';
        const socket = net.connect(server.port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (data) => (answer += data.toString()));
        socket.on('error', () => resolve(answer));
        socket.on('close', () => resolve(answer));
      });
    const host = 'host: x\r\nconnection: close\r\n';
    const answers = await Promise.all([
      raw(`GET //evil.example/ HTTP/1.1\r\n${host}\r\n`),
      raw(`GET /%E0%A4%A HTTP/1.1\r\n${host}\r\n`),
      raw(`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`),
      raw(`GET /../../etc/passwd HTTP/1.1\r\n${host}\r\n`),
      raw(`GET /assets/../../server/main.js HTTP/1.1\r\n${host}\r\n`),
      raw(`POST /api/auth/login HTTP/1.1\r\n${host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`),
      raw('nonsense\r\n\r\n'),
    ]);
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answers.join('')).not.toContain('root:');
    expect((await fetch(`${server.api}/health`)).status).toBe(200);
    const page = await fetch(`http://127.0.0.1:${server.port}/`);
    expect([page.status, (await page.text()).includes('id="root"')]).toEqual([200, true]);
  });

  describe('npm start', () => {
    async function npmStart(settings: Readonly<Record<string, string>> = {}) {
      const shop = await startByNpm(folder, settings);
      children.push(shop.child);
      return shop;
    }

    test('R18: a second start on the same data fails with an error; Ctrl+C stops the first', async () => {
      const first = await npmStart();
      await first.opened;
      for (const email of ['shopper@duka.test', 'admin@duka.test'])
        expect(first.output()).toMatch(new RegExp(`${email} +Karibu2026`));
      const second = await npmStart();
      expect(await second.ended).toBe(1);
      expect(second.output()).toContain(`The data directory ${folder} is used by another process.`);
      first.child.kill('SIGINT');
      expect(await first.ended).toBe(0);
    });

    test('F2: restarts a shop that crashes, but not one that is stopped', async () => {
      const shop = await npmStart();
      await shop.opened;
      const pid = shop.serverPid();
      process.kill(pid, 'SIGKILL');
      await shop.said('Server restarted.');
      expect(shop.output()).toContain('Server exited (killed). Restarting in 0 s.');
      expect(shop.serverPid()).not.toBe(pid);
      shop.child.kill('SIGINT');
      expect(await shop.ended).toBe(0);
    });

    test.each(['PORT', 'SIMULATORS_PORT'])(
      'a %s in use is reported in one sentence, and no process is left',
      async (name) => {
        const other = net.createServer().listen(0, '127.0.0.1');
        await new Promise((resolve) => other.once('listening', resolve));
        const { port } = other.address() as net.AddressInfo;
        const shop = await npmStart({ [name]: String(port) });
        expect(await shop.ended).toBe(1);
        expect(shop.output()).toContain(
          `Port ${port} is in use. Stop the other program, or set ${name} to a free port.`,
        );
        expect(shop.output()).not.toMatch(/^ {4}at /m);
        other.close();
      },
    );
  });
});
