// @engine postgres
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listProducts } from '../../../contract/catalogue.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { isHard, size } from '../../support/size.ts';

let shop: TestApp;
let port: number;
beforeAll(async () => {
  // A full run uses the timeout of production.
  shop = await createTestApp(isHard ? {} : { receiveMs: 2_000 });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = shop.app.server.address() as net.AddressInfo);
});
afterAll(() => shop.close());

/**
 * Concurrent connections that any system accepts. When its queue of new connections overflows, a kernel may lose their
 * first byte (SYN cookies).
 */
const QUEUE = 100;

interface Peer {
  readonly socket: net.Socket;
  /** The full response, once the server has closed the connection. */
  readonly answer: Promise<string>;
}

function connect(): Peer {
  const socket = net.connect(port, '127.0.0.1');
  let text = '';
  const answer = new Promise<string>((resolve) => {
    socket.on('data', (data) => (text += data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(text));
  });
  return { socket, answer };
}

function exchange(request: string | Buffer): Promise<string> {
  const { socket, answer } = connect();
  socket.write(request);
  return answer;
}

async function expectHonestAnswer(): Promise<void> {
  const reply = await fetch(`http://127.0.0.1:${port}/api${listProducts.path}`);
  expect([reply.status, ((await reply.json()) as { success: boolean }).success]).toEqual([200, true]);
}

const HEAD = 'host: x\r\nconnection: close\r\n';
const post = (body: string, headers = `content-length: ${Buffer.byteLength(body)}\r\n`) =>
  `POST /api/cart/check HTTP/1.1\r\n${HEAD}content-type: application/json\r\n${headers}\r\n${body}`;
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HEAD}${headers}\r\n`;
const MEGABYTE = 'x'.repeat(1024 * 1024);
const nested = (depth: number) => `{"items":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('R23: raw HTTP', () => {
  test.each([
    ['a bad percent', get('/api/products/%E0%A4%A')],
    ['a bad percent in the query', get('/api/products?search=%'), 200],
    ['a NUL in the path', get('/api/products/a\u0000b')],
    ['an encoded NUL in the path', get('/api/orders/by-key/%00')],
    ['an encoded NUL in the query', get('/api/products?search=a%00b'), 200],
    ['a URL of 20 kB', get(`/api/products/${'a'.repeat(20_000)}`)],
    ['a query of 20 kB', get(`/api/products?search=${'a'.repeat(20_000)}`)],
    ['a length and chunks together', post('0\r\n\r\n', 'content-length: 5\r\ntransfer-encoding: chunked\r\n')],
    ['two lengths', post('{}', 'content-length: 2\r\ncontent-length: 3\r\n')],
    ['an invalid length', post('{}', 'content-length: -2\r\n')],
    ['an unknown transfer coding', post('{}', 'transfer-encoding: xchunked\r\n')],
    ['a chunk without a valid size', post('zz\r\n{}\r\n0\r\n\r\n', 'transfer-encoding: chunked\r\n')],
    ['a chunk size that is too large', post(`${'f'.repeat(20)}\r\n{}`, 'transfer-encoding: chunked\r\n')],
    ['a body of 1 MB', post(`"${MEGABYTE}"`)],
    ['a chunked body of 1 MB', post(`100000\r\n${MEGABYTE}\r\n0\r\n\r\n`, 'transfer-encoding: chunked\r\n')],
    ['200,000 nested arrays', post(nested(200_000))],
    ['as many nested arrays as fit a body', post(nested(120_000))],
    ['a header with a NUL', get('/api/products', 'x-a: a\u0000b\r\n')],
    ['a header without a name', get('/api/products', ': x\r\n')],
    ['a header over two lines', get('/api/products', 'x-a: 1\r\n x: 2\r\n')],
    ['no host', 'GET /api/products HTTP/1.1\r\nconnection: close\r\n\r\n'],
    ['an unknown method', `BREW /api/products HTTP/1.1\r\n${HEAD}\r\n`],
    ['the address of another host', `CONNECT evil.example:443 HTTP/1.1\r\n${HEAD}\r\n`],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a TLS handshake', Buffer.from('16030100c8010000c4030354', 'hex')],
    ['no HTTP', Buffer.from(Array.from({ length: 2_000 }, (_, n) => n % 256))],
  ] as [string, string | Buffer, number?][])(
    'R23: %s: is rejected or closed, and the server keeps running',
    async (_what, request, status) => {
      const answer = await exchange(request);
      expect(answer).toMatch(status === undefined ? /^$|^HTTP\/1\.1 4\d\d / : new RegExp(`^HTTP/1\\.1 ${status} `));
      await expectHonestAnswer();
    },
  );

  test.each([
    ['the head', get('/api/products', `x-a: ${'a'.repeat(8_000)}\r\n`)],
    ['the body', post(`{"items":[${'0,'.repeat(8_000)}0]}`)],
  ])(
    'R23: slow loris: closes many connections that send %s byte by byte, and still serves others',
    async (_what, request) => {
      const start = request.startsWith('POST') ? request.indexOf('{') : 0;
      const peers: Peer[] = [];
      while (peers.length < size(200, 2_000)) {
        peers.push(...Array.from({ length: QUEUE }, connect));
        await expectHonestAnswer();
      }
      const open = new Set(peers.map(({ socket }) => socket));
      for (const { socket } of peers) {
        socket.on('close', () => open.delete(socket));
        socket.write(request.slice(0, start));
      }
      for (let at = start; open.size > 0; at += 1) {
        // No request ever ends, at any speed of the machine.
        const byte = at < request.length - 1 ? request.charAt(at) : '';
        for (const socket of open) if (byte !== '' && socket.writable) socket.write(byte);
        await expectHonestAnswer();
      }
      for (const answer of await Promise.all(peers.map((peer) => peer.answer)))
        expect(answer).toMatch(/^$|^HTTP\/1\.1 408 /);
      await expectHonestAnswer();
    },
    size(60_000, 300_000),
  );
});
