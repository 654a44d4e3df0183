import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../refusal.ts';
import * as texts from '../common.texts.ts';

/** Shown when `npm run flows` has not run. */
export const NOT_BUILT = 'The flow atlas is not built. Run npm run flows.';

/**
 * Policy of the atlas: scripts only from its own files. Inline styles are allowed, because the screens in it are
 * separate documents. The atlas contains no data of shoppers.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
};

/** Serves the atlas from its folder. Reads each file on request, because the atlas may be built while the shop runs. */
export function mountFlows(app: FastifyInstance, folder: string): void {
  const config = { access: 'public' } as const;
  app.get('/flows', { config }, async (_request, reply) => reply.redirect('/flows/', 301));
  app.get('/flows/*', { config }, async (request, reply) => {
    const { '*': asked } = request.params as { readonly '*': string };
    const name = asked === '' ? 'index.html' : asked;
    // Names without slashes, so that no path leaves the folder.
    const type = TYPES[/^[a-z0-9][\w-]*(?:\.screens)?\.(html|css|js|json|png)$/.exec(name)?.[1] ?? ''];
    if (type === undefined) throw new Refusal('not-found', texts.notFound);
    if (!existsSync(path.join(folder, 'index.html'))) throw new Refusal('not-found', NOT_BUILT);
    const file = await readFile(path.join(folder, name)).catch(() => null);
    if (file === null) throw new Refusal('not-found', texts.notFound);
    return reply.headers({ 'content-security-policy': POLICY, 'cache-control': 'no-cache' }).type(type).send(file);
  });
}
