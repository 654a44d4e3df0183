// @engine postgres
import http from 'node:http';
import net from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { stopTime } from '../payments/mpesa-steps.ts';

const ask = (path: string) => `GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`;

async function listening(): Promise<{ shop: TestApp; port: number }> {
  const shop = await createTestApp({ env: { CATALOGUE_KEPT_MS: '1000' } });
  stopTime(shop);
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  return { shop, port: (shop.app.server.address() as AddressInfo).port };
}

/** Returns all that the server sends until it closes the connection. Rejects when the connection breaks. */
async function heard(socket: net.Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return text;
}

test.each([
  ['/api/health', 'idle', 0],
  ['/api/health', 'used', 1],
  ['/api/categories', 'cached', 2],
] as const)(
  'R17: answers a request for %s in flight on an %s connection when the server stops',
  async (path, _kind, before) => {
    const { shop, port } = await listening();
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    for (let count = 0; count < before; count += 1) {
      socket.write(ask(path));
      await once(socket, 'data');
    }
    const closed = shop.app.close();
    socket.write(ask(path));
    const answer = await heard(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(answer.toLowerCase()).toContain('connection: close');
    await closed;
    await shop.close();
  },
);

test('H14: a stopping shop reports that it is not ready', async () => {
  const { shop, port } = await listening();
  const closed = shop.app.close();
  const request = http.get({ host: '127.0.0.1', port, path: '/api/ready', agent: false });
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of reply) text += String(chunk);
  expect([reply.statusCode, reply.headers['retry-after'], JSON.parse(text)]).toMatchObject([
    503,
    '5',
    { success: false, message: 'Not ready', data: { database: 'up', stopping: true } },
  ]);
  await closed;
  await shop.close();
});

test('R17: callers who continue to send requests do not prevent a stop', async () => {
  const { shop, port } = await listening();
  const started = performance.now();
  const closed = shop.app.close();
  const answered: (number | undefined)[] = [];
  for (let isCalled = true; isCalled;) {
    const request = http.get({ host: '127.0.0.1', port, path: '/api/health', agent: false });
    try {
      const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
      answered.push(reply.resume().statusCode);
    } catch {
      isCalled = false;
    }
  }
  await closed;
  expect(answered.length).toBeGreaterThan(1);
  expect(new Set(answered)).toEqual(new Set([200]));
  expect(performance.now() - started).toBeLessThan(8_000);
  await shop.close();
});
