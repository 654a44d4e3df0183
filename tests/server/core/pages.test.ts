// @engine pglite
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoint } from '../../../contract/endpoint.ts';
import { success, text } from '../../../contract/fields.ts';
import { mountAssets } from '../../../server/http/assets.ts';
import { createShells } from '../../../server/http/document.ts';
import { handler } from '../../../server/http/handler.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createCaller } from '../../../server/http/in-process.ts';
import { mountPages, type Renderer } from '../../../server/http/pages.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

const getThing = endpoint({
  method: 'GET',
  path: '/things/:name',
  access: 'public',
  request: v.strictObject({ name: text(40) }),
  reply: success(v.object({ label: v.string() })),
});
const getMenu = endpoint({
  method: 'GET',
  path: '/menu',
  access: 'public',
  request: v.strictObject({}),
  reply: success(v.object({ items: v.number() })),
});
const getSecret = endpoint({
  method: 'GET',
  path: '/secret',
  access: 'customer',
  request: v.strictObject({}),
  reply: success(v.object({})),
});

const EARLY_PRESSES = 'import(document.currentScript)';
const CSS = '.a{color:red}';

function fakeClient(): string {
  const client = fs.mkdtempSync(path.join(os.tmpdir(), 'duka-client-'));
  const write = (file: string, content: string | Buffer) => {
    fs.mkdirSync(path.dirname(path.join(client, file)), { recursive: true });
    fs.writeFileSync(path.join(client, file), content);
  };
  write(
    '.vite/manifest.json',
    JSON.stringify({
      'src/entry-client.tsx': { file: 'assets/entry-1.js', imports: ['_vendor.js'], css: ['assets/base-1.css'] },
      '_vendor.js': { file: 'assets/vendor-1.js' },
      'src/early-presses.ts': { file: 'assets/early-presses-1.js' },
      'src/thing.route.tsx': {
        file: 'assets/thing-1.js',
        imports: ['_vendor.js', 'src/entry-client.tsx'],
        css: ['assets/thing-1.css'],
        dynamicImports: ['src/part.late.tsx', 'src/other.tsx'],
      },
      'src/part.late.tsx': { file: 'assets/part-1.js', css: ['assets/part-1.css'], dynamicImports: ['in.late.tsx'] },
      'in.late.tsx': { file: 'assets/in-1.js', css: ['assets/in-1.css'] },
      'src/other.tsx': { file: 'assets/other-1.js', css: ['assets/other-1.css'] },
    }),
  );
  write('assets/entry-1.js', 'entry()');
  write('assets/entry-1.js.br', zlib.brotliCompressSync('entry()'));
  write('assets/vendor-1.js', 'vendor()');
  write('assets/early-presses-1.js', `${EARLY_PRESSES}\n`);
  write('assets/base-1.css', 'body{margin:0}\n');
  write('assets/thing-1.css', `${CSS}\n`);
  write('assets/thing-1.js', 'thing()');
  write('assets/part-1.css', '.late{color:green}\n');
  write('assets/in-1.css', '.in{color:pink}\n');
  write('assets/other-1.css', '.other{color:blue}\n');
  write('favicon.svg', '<svg/>');
  write('humans.txt', 'Karibu');
  return client;
}

describe('pages', () => {
  let shop: TestApp;
  let client: string;
  let renders: Parameters<Renderer['render']>[0][] = [];
  let label = 'A thing';

  const renderer: Renderer = {
    planPage(url) {
      const { pathname } = new URL(url, 'http://localhost');
      const name = /^\/thing\/(.+)$/.exec(pathname)?.[1];
      if (pathname === '/secret')
        return { calls: [{ endpoint: getSecret, request: {} }], hasSubject: true, modules: [], cacheable: true };
      if (pathname === '/parts') {
        const parts = ['broken', 'tv'].map((part) => ({ endpoint: getThing, request: { name: part } }));
        return { calls: parts, hasSubject: false, modules: [], cacheable: true };
      }
      return {
        calls: [
          ...(name === undefined ? [] : [{ endpoint: getThing, request: { name } }]),
          { endpoint: getMenu, request: {} },
        ],
        hasSubject: name !== undefined,
        modules: ['src/thing.route.tsx'],
        status: pathname === '/nowhere' ? 404 : 200,
        cacheable: true,
      };
    },
    render(page) {
      renders.push(page);
      if (page.url.startsWith('/thing/bug')) throw new Error('view broke on amina@example.test');
      const linkedData = [{ '@type': 'Thing', name: label }];
      return { html: `<h1>${page.url}</h1>`, head: '<title>T</title>', linkedData, status: 200 };
    },
  };

  beforeAll(async () => {
    client = fakeClient();
    shop = await createTestApp({
      handlers: () => handlers,
      extras: (deps) => [
        (app) => mountAssets(app, client),
        (app) => mountPages(app, deps, { renderer, shells: createShells(client), call: createCaller(handlers) }),
      ],
    });
  });
  const handlers = [
    handler(getThing, async ({ name }) => {
      if (name === 'none') throw new Refusal('not-found', 'Product not found');
      if (name === 'broken') throw new Error('a bug');
      if (name === 'away') throw Object.assign(new Error('no database'), { code: 'ECONNREFUSED' });
      return { success: true as const, data: { label } };
    }),
    handler(getMenu, async () => ({ success: true as const, data: { items: 3 } })),
    handler(getSecret, async () => ({ success: true as const, data: {} })),
  ];
  afterAll(async () => {
    await shop.close();
    fs.rmSync(client, { recursive: true, force: true });
  });
  beforeEach(() => {
    renders = [];
    label = 'A thing';
    // Moves past the lifetime of every cached page.
    shop.clock.advance(61_000);
  });

  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });
  const getData = (html: string) =>
    JSON.parse(/<script type="application\/json" id="page-data">(.*?)<\/script>/.exec(html)?.[1] ?? '') as {
      now: number;
      replies: Record<string, unknown>;
    };

  test('H11: the document contains the data and the time of its rendering', async () => {
    const { body, statusCode, headers } = await get('/thing/tv?utm_source=x');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const replies = {
      'GET /things/tv': { success: true, data: { label: 'A thing' } },
      'GET /menu': { success: true, data: { items: 3 } },
    };
    expect(getData(body)).toEqual({ now: renders[0]?.now, replies });
    expect(renders).toMatchObject([{ url: '/thing/tv?utm_source=x', replies, origin: 'http://localhost:3000' }]);
    expect(Math.abs((renders[0]?.now ?? 0) - shop.clock.now().getTime())).toBeLessThan(5_000);
    expect(body).toContain('<div id="root"><h1>/thing/tv?utm_source=x</h1></div>');
    expect(body.indexOf('<title>T</title>')).toBeLessThan(body.indexOf('</head>'));
  });

  test('D13: inlines only the early-press script and the critical styles, each with its hash', async () => {
    const { body, headers } = await get('/thing/tv');
    const policy = String(headers['content-security-policy']);
    const hash = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
    const inline = [...body.matchAll(/<(script|style)\b([^>]*)>([^<]*)</g)].filter(
      ([, , attributes]) => !/type="application\/(ld\+)?json"/.test(attributes ?? ''),
    );
    expect(inline.map(([, tag, , content]) => [tag, content])).toEqual([
      ['style', `body{margin:0}\n${CSS}\n.late{color:green}\n.in{color:pink}`],
      ['script', EARLY_PRESSES],
    ]);
    for (const [, , , content] of inline) expect(policy).toContain(hash(content ?? ''));
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("script-src 'self' 'sha256-");
    expect(policy).toContain(' https://accounts.google.com/gsi/client');
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"])
      expect(policy).toContain(part);
    expect(body).not.toMatch(/ style="| on\w+="/);
  });

  test('the inline script lists the files to load, and the styles name their files without linking them', async () => {
    const { body } = await get('/thing/tv');
    expect(body).toContain(
      'data-entry="/assets/entry-1.js" data-modules="/assets/vendor-1.js /assets/entry-1.js /assets/thing-1.js"',
    );
    expect(body).toContain(
      '<style data-files="/assets/base-1.css /assets/thing-1.css /assets/part-1.css /assets/in-1.css">',
    );
    expect(body).not.toContain('rel="stylesheet"');
  });

  test('includes the styles of parts whose scripts load later, and none of other code', async () => {
    const { body } = await get('/thing/tv');
    expect(body).toContain('.late{color:green}');
    expect(body).not.toContain('other-1.css');
    expect(body).not.toContain('/assets/part-1.js');
  });

  test('a client without the early-press script loads its own script immediately', () => {
    const file = path.join(client, '.vite/manifest.json');
    const whole = fs.readFileSync(file, 'utf8');
    const { 'src/early-presses.ts': _early, ...manifest } = JSON.parse(whole) as Record<string, object>;
    const early = createShells(client)(['src/thing.route.tsx']);
    fs.writeFileSync(file, JSON.stringify(manifest));
    const plain = createShells(client)(['src/thing.route.tsx']);
    fs.writeFileSync(file, whole);
    expect(plain.bodyEnd).toBe(
      '<link rel="modulepreload" href="/assets/vendor-1.js"><link rel="modulepreload" href="/assets/thing-1.js"><script type="module" src="/assets/entry-1.js"></script>',
    );
    expect(early.bodyEnd).toContain(EARLY_PRESSES);
    expect(early.policy).toMatch(/script-src [^;]*'sha256-/);
    expect(plain.policy).not.toMatch(/script-src [^;]*'sha256-/);
    for (const { headEnd } of [early, plain])
      expect(headEnd).toMatch(/^<style data-files="(?:\/assets\/(?:base|thing|part|in)-1\.css ?){4}">[^<]*<\/style>$/);
  });

  test('D20, D13: linked data is in the head, cannot close its element and never runs', async () => {
    label = '</script><script>alert(1)</script><!--\u2028';
    const { body, headers } = await get('/thing/tv');
    const [, data = ''] =
      /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body.split('</head>')[0] ?? '') ?? [];
    expect(JSON.parse(data)).toEqual({ '@type': 'Thing', name: label });
    expect(body).not.toContain('<script>alert');
    // Linked data needs no hash. The policy lists only the inline script of the page.
    expect(
      String(headers['content-security-policy'])
        .match(/script-src [^;]*/)?.[0]
        .match(/sha256-/g),
    ).toHaveLength(1);
  });

  test('D20: text that looks like markup remains data', async () => {
    label = '</script><script>alert(1)</script><!--\u2028';
    const { body } = await get('/thing/evil');
    expect(body).not.toContain('</script><script>alert');
    expect(getData(body).replies['GET /things/evil']).toEqual({ success: true, data: { label } });
  });

  test.each([
    ['/nowhere', 404, 'a page that does not exist'],
    ['/thing/none', 404, 'a thing that does not exist'],
    ['/thing/broken', 500, 'data that could not be loaded'],
  ])('%s: %i for %s, never cached', async (url, status) => {
    const response = await get(url);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([status, 'no-store']);
    expect(response.body).toContain('<h1>');
  });

  test('§8: a failed part does not break a page of parts', async () => {
    const { statusCode, body } = await get('/parts');
    expect(statusCode).toBe(200);
    expect(Object.keys(getData(body).replies)).toEqual(['GET /things/tv']);
  });

  test('R16: a page without the database returns Retry-After and still renders its frame', async () => {
    const { statusCode, headers, body } = await get('/thing/away');
    expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
    expect(body).toContain('<h1>/thing/away</h1>');
  });

  test('passes the whole query to the page, also one with a question mark', async () => {
    await get('/thing/tv?search=what?&page=2');
    await get('/thing/tv?');
    expect(renders.map(({ url }) => url)).toEqual(['/thing/tv?search=what?&page=2', '/thing/tv']);
  });

  test('passes a missing thing to the page, and leaves a failure to the browser', async () => {
    expect(getData((await get('/thing/none')).body).replies['GET /things/none']).toMatchObject({
      success: false,
      message: 'Product not found',
    });
    expect(Object.keys(getData((await get('/thing/broken')).body).replies)).toEqual(['GET /menu']);
  });

  test('a view that throws returns a plain page without details', async () => {
    const { statusCode, body, headers } = await get('/thing/bug');
    expect(statusCode).toBe(500);
    expect(body).toContain('Something went wrong. Please try again.');
    expect(body).not.toContain('amina');
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  test('a page cannot make calls that belong to a customer', async () => {
    const { statusCode, body } = await get('/secret');
    expect([statusCode, getData(body).replies]).toEqual([500, {}]);
  });

  test('ssr 9: renders a page once, and again when its data changed or a minute passed', async () => {
    await get('/thing/tv');
    await get('/thing/tv');
    expect(renders).toHaveLength(1);
    label = 'Now cheaper';
    expect((await get('/thing/tv')).body).toContain('Now cheaper');
    expect(renders).toHaveLength(2);
    shop.clock.advance(61_000);
    await get('/thing/tv');
    expect(renders).toHaveLength(3);
  });

  test('ssr 9: arbitrary parameters cannot fill the memory', async () => {
    await get('/thing/tv?sortBy=newest&page=2');
    await get('/thing/tv?page=2&sortBy=newest');
    expect(renders).toHaveLength(1);
    await get('/thing/tv?x=1');
    await get('/thing/tv?x=1');
    expect(renders).toHaveLength(3);
  });

  test('sends a page with brotli or uncompressed, and not again when the browser has it', async () => {
    const plain = await get('/thing/tv');
    const packed = await get('/thing/tv', { 'accept-encoding': 'gzip, br;q=0.9' });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(zlib.brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    expect((await get('/thing/tv', { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBeUndefined();
    const known = await get('/thing/tv', { 'if-none-match': String(plain.headers.etag) });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect((await get('/thing/tv', { 'if-none-match': `W/${String(plain.headers.etag)}` })).statusCode).toBe(304);
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'accept-encoding',
    });
  });

  test.each([
    '/auth/reset-password/secret',
    '/auth/reset-password?token=secret',
    '/auth/confirm-email?token=secret',
    '/Auth/Reset-Password/secret',
  ])('D15: the page of the link %s sends no referrer and is never cached', async (url) => {
    const { headers, statusCode } = await get(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    await get(url);
    expect(renders).toHaveLength(2);
  });

  test('files: hashed ones are cached for a year, brotli comes from the build, others are not served', async () => {
    const asset = await get('/assets/entry-1.js', { 'accept-encoding': 'br' });
    expect(asset.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
    });
    expect((await get('/assets/entry-1.js')).body).toBe('entry()');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600');
    expect((await get('/humans.txt')).body).toBe('Karibu');
    for (const url of [
      '/assets/none.js',
      '/assets/entry-1.js.br',
      '/assets/../.vite/manifest.json',
      '/assets/%2e%2e/.vite/manifest.json',
      '/assets/%00',
      '/.vite/manifest.json',
    ]) {
      const response = await get(url);
      expect(response.body).not.toContain('src/entry-client.tsx');
      if (/^\/assets\/(?!\.\.|%2e)/.test(url)) expect(response.statusCode).toBe(404);
    }
  });

  test.each([
    ['GET', '/%E0%A4%A', 400, 'The request could not be read.'],
    ['POST', '/auth/login', 404, 'Not found'],
    ['GET', '/product/%00', 404, 'Not found'],
    ['GET', '/a%1Bb?search=x', 404, 'Not found'],
    ['GET', '/products/x%C2%85', 404, 'Not found'],
  ] as const)(
    "X84: refuses a browser's page request with text, not data: %s %s",
    async (method, url, status, words) => {
      const response = await shop.app.inject({
        method,
        url,
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      });
      expect([response.statusCode, response.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8']);
      expect(response.body).toContain(`<h1>${words}</h1>`);
      expect(response.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      const data = await shop.app.inject({ method, url, headers: { accept: 'application/json' } });
      expect(data.json()).toMatchObject({ success: false, message: words });
    },
  );

  test('an unknown call under /api is never a page', async () => {
    const response = await get('/api/thing/tv');
    expect([response.statusCode, response.json().message]).toEqual([404, 'Not found']);
  });
});
