import { pathToFileURL } from 'node:url';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callKey, type Endpoint } from '../../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import { createShells, renderDocument, type GooglePage, type RenderResult, type Shell } from './document.ts';
import { sendFailure } from './errors.ts';
import type { CallInProcess } from './in-process.ts';
import { createResponseCache } from './response-cache.ts';
import { getSize, digest, compressBody, sendCompressed } from './compression.ts';
import { cacheAddress, createPageCache } from './page-cache.ts';
import { createUrlMemory } from './parsed-urls.ts';
import { plainPage } from './plain-page.ts';
import { createReadyReplies, type ReadyReply } from './ready-reply.ts';
import { pagePolicy } from './security.ts';
import * as texts from '../common.texts.ts';

export interface RenderedPage extends RenderResult {
  readonly status: number;
}

/** Exports of the pages' bundle (`src/entry-server.tsx`). */
export interface Renderer {
  /** Returns the requirements of a page. */
  planPage(url: string): {
    readonly calls: readonly { readonly endpoint: Endpoint; readonly request: Readonly<Record<string, unknown>> }[];
    /**
     * True when the page is about the first call, so that its failure is the page's failure. Otherwise the page fails
     * only when all calls fail.
     */
    readonly hasSubject: boolean;
    /** Source modules whose files and styles the page loads first. */
    readonly modules: readonly string[];
    readonly status?: number;
    readonly cacheable: boolean;
  };
  render(page: {
    readonly url: string;
    readonly now: number;
    readonly replies: Readonly<Record<string, unknown>>;
    readonly origin: string;
  }): RenderedPage | Promise<RenderedPage>;
}

export interface PagesOptions {
  readonly renderer: Renderer;
  readonly shells: (modules: readonly string[]) => Shell;
  readonly call: CallInProcess;
}

/** Loads the built pages. `dist` contains the folders `client` and `ssr`. */
export async function loadPages(dist: string, google: GooglePage): Promise<Pick<PagesOptions, 'renderer' | 'shells'>> {
  const bundle = pathToFileURL(path.join(dist, 'ssr/entry-server.js')).href;
  return {
    renderer: (await import(/* @vite-ignore */ bundle)) as Renderer,
    shells: createShells(path.join(dist, 'client'), google),
  };
}

const LONGEST_URL = 2_000;
/** Matches an encoded control character in the path, which no page has (X84). */
const CONTROL_IN_PATH = /^[^?]*%(?:[01][\da-f]|7f|c2%[89][\da-f])/i;

interface PageRequest {
  readonly url: string;
  /** `null` when the page is not cached. */
  readonly address: string | null;
  readonly page: ReturnType<Renderer['planPage']>;
  readonly shell: Shell;
  readonly request: FastifyRequest;
}

interface PageResult {
  readonly status: number;
  readonly reply: ReadyReply;
}

/** Returns the cache entry of a page. Only pages with status 200 are cached. */
async function toSizedPage(making: Promise<PageResult>): Promise<{ answer: PageResult; bytes: number | null }> {
  const answer = await making;
  return { answer, bytes: answer.status === 200 ? getSize(answer.reply.body) : null };
}

/** Serves every address that is not a call or a file with its page, rendered with its data (first paint, H11). */
export function mountPages(app: FastifyInstance, deps: Deps, { renderer, shells, call }: PagesOptions): void {
  const cache = createPageCache(deps.clock);
  /** Cache of pages. A hit needs no data (decision 0018). */
  const kept = createResponseCache<PageResult>({ ...deps, keptMs: deps.env.catalogueKeptMs });
  /** The cache address of each URL of a cacheable page. */
  const addresses = createUrlMemory<string>();

  const ready = (url: string) => {
    const address = addresses.get(url);
    return address === undefined ? null : (kept.get(address)?.reply ?? null);
  };

  app.get('/*', { config: { access: 'public', ready } }, async (request, reply) => {
    // Browsers resolve `//host/…` to another host.
    if (/^\/(?:\/|(?:api|assets|media)(?:\/|\?|$))/.test(request.url) || CONTROL_IN_PATH.test(request.url))
      return sendFailure({ status: 404, message: texts.notFound }, request, reply);
    try {
      return await answerPage(request, reply);
    } catch (error) {
      request.log.error({ err: error }, 'page failed');
      return reply
        .headers(pageHeaders(pagePolicy({ scripts: [], styles: [] })))
        .code(500)
        .header('cache-control', 'no-store')
        .send(plainPage(texts.broken));
    }
  });

  async function answerPage(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const url = request.url.slice(0, LONGEST_URL).replace(/\?$/, '');
    const at = url.indexOf('?');
    const [pathname, search] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)];
    const page = renderer.planPage(url);
    const shell = shells(page.modules);
    // The address contains a secret, so no referrer reveals it and no cache stores it (D15).
    const isSecret = /^\/auth\/(?:reset-password|confirm-email)/i.test(pathname);
    if (isSecret) void reply.header('referrer-policy', 'no-referrer');

    const address = page.cacheable && !isSecret ? cacheAddress(pathname, search) : null;
    const make = () => makePage({ url, address, page, shell, request });
    if (address === null) return sendPage(await make(), request, reply, isSecret);
    addresses.set(request.url, address);
    return sendPage(await kept.getOrCreate(address, () => toSizedPage(make())), request, reply);
  }

  /** Renders a page with fresh data. Reuses the document when the data is the same. */
  async function makePage({ url, address, page, shell, request }: PageRequest): Promise<PageResult> {
    const { status, replies } = await load(page, request);
    const key = address === null || status !== 200 ? null : `${address} ${digest(JSON.stringify(replies))}`;
    const rendered = key === null ? null : cache.get(key);
    const toReply = createReadyReplies(pageHeaders(shell.policy), deps.env);
    if (rendered !== null) return { reply: toReply(rendered), status: 200 };

    const now = deps.clock.now().getTime();
    const result = await renderer.render({ url, now, replies, origin: deps.env.publicOrigin });
    const packed = compressBody(renderDocument(shell, result, { now, replies }));
    const worst = Math.max(status, page.status ?? 200, result.status);
    if (worst === 200 && key !== null) cache.put(key, packed);
    return { reply: toReply(packed), status: worst };
  }

  /** Runs the calls in parallel. The page gets 200 and 404 replies. The browser repeats calls that failed otherwise. */
  async function load({ calls, hasSubject }: ReturnType<Renderer['planPage']>, request: FastifyRequest) {
    const results = await Promise.all(calls.map(({ endpoint, request: fields }) => call(endpoint, fields)));
    const replies: Record<string, unknown> = {};
    for (const [index, { endpoint, request: fields }] of calls.entries()) {
      const result = results[index];
      if (result === undefined) continue;
      if (result.status >= 500) request.log.error({ err: result.error }, 'page data failed');
      if (result.status === 200 || result.status === 404) replies[callKey(endpoint, fields)] = result.body;
    }
    const [first = 200, ...others] = results.map(({ status }) => status);
    return { status: hasSubject ? first : Math.min(first, ...others), replies };
  }
}

function sendPage(
  { status, reply: { headers, body } }: PageResult,
  request: FastifyRequest,
  reply: FastifyReply,
  isSecret = false,
): Promise<FastifyReply> {
  void reply.headers(headers);
  if (status === 503) void reply.header('retry-after', '5');
  if (status !== 200 || isSecret) void reply.code(status).header('cache-control', 'no-store');
  return sendCompressed(body, request, reply);
}

const pageHeaders = (policy: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy,
  'cache-control': 'public, max-age=0, must-revalidate',
});
