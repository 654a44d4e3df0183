import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Libraries } from './libraries.ts';

/** The pages of a shop with other scripts, as references for it. */

export interface ReferencePages {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Matches the script that loads the app (server/http/document.ts). */
const SCRIPT = /<script type="module" async[^>]*data-entry="[^"]*"[^>]*>[\s\S]*?<\/script>/;

/** Serves the shop's pages without scripts, or with `libraries` in the place of the app. */
export async function serveReferencePages(shop: string, libraries: Libraries | null): Promise<ReferencePages> {
  const server = http.createServer((request, response) => {
    answer(shop, libraries, request, response).catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

async function answer(
  shop: string,
  libraries: Libraries | null,
  { url = '/', method = 'GET', headers }: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  if (libraries?.files.includes(url) === true) {
    const body = zlib.brotliCompressSync(fs.readFileSync(path.join(libraries.folder, url)));
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'content-length': body.length,
      'cache-control': 'public, max-age=31536000, immutable',
    });
    response.end(method === 'HEAD' ? undefined : body);
    return;
  }
  const found = await fetch(shop + url, { method, headers: { accept: headers.accept ?? '*/*' }, redirect: 'manual' });
  const body = Buffer.from(await found.arrayBuffer());
  const type = found.headers.get('content-type') ?? '';
  const kept = ['content-type', 'content-security-policy', 'cache-control', 'location']
    .map((name) => [name, found.headers.get(name)] as const)
    .filter(([, value]) => value !== null);
  const isText = /html|css|javascript|json|svg/.test(type);
  const sent = type.includes('html') ? Buffer.from(replaceScripts(body.toString(), libraries)) : body;
  const packed = isText
    ? zlib.brotliCompressSync(sent, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } })
    : sent;
  response.writeHead(found.status, {
    ...Object.fromEntries(kept),
    ...(isText && { 'content-encoding': 'br' }),
    'content-length': packed.length,
  });
  response.end(method === 'HEAD' ? undefined : packed);
}

function replaceScripts(html: string, libraries: Libraries | null): string {
  if (libraries === null) return html.replace(SCRIPT, '');
  const [entry = '', ...others] = libraries.files.toReversed();
  return html
    .replace(/data-entry="[^"]*"/, `data-entry="${entry}"`)
    .replace(/data-modules="[^"]*"/, `data-modules="${[...others.toReversed(), entry].join(' ')}"`);
}
