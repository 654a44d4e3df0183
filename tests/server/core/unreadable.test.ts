// @engine pglite
import net from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
let port: number;
beforeAll(async () => {
  shop = await createTestApp({ handlers: () => [] });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = shop.app.server.address() as net.AddressInfo);
});
afterAll(() => shop.close());

/** Returns all that the server sends until it closes the connection. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('error', () => resolve(answer));
    socket.on('close', () => resolve(answer));
  });
}

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', '400 Bad Request', 'The request could not be read.'],
  [
    'two lengths',
    'POST /api/x HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    '400 Bad Request',
    'The request could not be read.',
  ],
  [
    '20 kB of cookies',
    `GET / HTTP/1.1\r\nhost: x\r\ncookie: a=${'b'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
    'The request is too large.',
  ],
])('R23: %s gets the failure envelope with the standard headers', async (_what, text, status, message) => {
  const [head = '', body = ''] = (await exchange(text)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
  expect(JSON.parse(body)).toEqual({ success: false, message, requestId: /x-request-id: (.+)/.exec(head)?.[1] });
  for (const header of [
    "content-security-policy: default-src 'none'",
    'x-content-type-options: nosniff',
    'x-frame-options: DENY',
    'cache-control: no-store',
    'connection: close',
  ]) {
    expect(head).toContain(header);
  }
});
