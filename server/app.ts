import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyInstance, type RouteOptions, type onResponseHookHandler } from 'fastify';
import type { Clock } from './clock.ts';
import type { Deps } from './deps.ts';
import type { Authenticate } from './http/bearer.ts';
import { sendError, answerNotFound, answerUnreadable } from './http/errors.ts';
import type { Handler } from './http/handler.ts';
import { Refusal } from './refusal.ts';
import { createGuests } from './http/guests.ts';
import { mount } from './http/mount.ts';
import { mountOpenApi } from './http/openapi.ts';
import { mountOps } from './http/ops.ts';
import { sendReady } from './http/ready-reply.ts';
import { createRequestLog } from './http/request-log.ts';
import { isTooDeep } from './http/request.ts';
import { commonHeaders } from './http/security.ts';
import { toTooManyRequests } from './limits/too-many-requests.ts';
import { toSafeUrl } from './log.ts';
import * as texts from './common.texts.ts';

/** Adds routes outside the contract, e.g. pages and media. They also declare `config.access`. */
export type ExtraServices = (app: FastifyInstance) => void;

export interface AppOptions {
  readonly extras?: readonly ExtraServices[];
  /** Maximum time to receive a request before its connection is closed. 30 s by default. */
  readonly receiveMs?: number;
  /** Returns the health of providers for the details of `/api/ready`. */
  readonly getHealth?: () => Promise<object>;
}

const BODY_LIMIT = 256 * 1024;
const RECEIVE_MS = 30_000;
/**
 * Keeps Fastify from loading its schema compilers at each start. The schemas of the contract check requests
 * (`http/request.ts`), so no route has one for Fastify.
 */
const NO_COMPILERS = { buildValidator: refuseSchema, buildSerializer: refuseSchema };
/** Maximum time for last requests during a stop, and the silence that ends it. */
const LAST_CALLS_MS = 2_000;
const QUIET_MS = 200;
/** Each page loads dozens of pictures and scripts at no cost. Callbacks have their own limit. */
const UNLIMITED = /^\/(?:assets|media|api\/mpesa\/callback)\//;

/**
 * Builds the server without listening. Throws when a route declares no access (deny by default). `app.close()` waits
 * for running requests and refuses new ones.
 */
export async function buildApp(
  deps: Deps,
  authenticate: Authenticate,
  handlers: readonly Handler[],
  { extras = [], receiveMs = RECEIVE_MS, getHealth = async () => ({}) }: AppOptions = {},
): Promise<FastifyInstance> {
  const { env, clock, log, limiter } = deps;
  let isStopping = false;
  const headers = commonHeaders(env);
  const app: FastifyInstance = fastify({
    // Without a logger of its own, Fastify watches the end of a response only for `onResponse` below.
    childLoggerFactory: (_none, bindings) => createRequestLog(log, bindings),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.trustProxy.length === 0 ? false : [...env.trustProxy],
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: receiveMs,
    // Node allows the longer of the two timeouts for a whole request, 60 s by default, and checks every 30 s. A slow
    // client could hold a connection for three times as long (R23).
    http: { headersTimeout: receiveMs, connectionsCheckingInterval: Math.round(receiveMs / 6) },
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: NO_COMPILERS },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: answerUnreadable(headers),
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headers, 'x-request-id': request.id });
      void sendError(error, request, reply);
    },
  });

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  // Checked when ready, because plugins add the access to their routes after `onRoute`.
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.access === undefined) throw new Error(`The route ${String(method)} ${url} declares no access`);
    }
  });
  let begun = 0;
  app.addHook('preClose', async () => {
    isStopping = true;
    if (app.server.listening) await createLastCallsHook(() => begun);
  });

  const dateText = createDateText(clock);
  const guests = createGuests(deps, authenticate);
  // These hooks run for every response, including cached ones, so they create no promises.
  app.addHook('onRequest', (request, reply, done) => {
    begun += 1;
    // Callers with a token are counted by account when the token is checked (D24).
    const { access, ready: findReady } = request.routeOptions.config;
    const isCounted = access !== 'customer' && access !== 'admin' && !UNLIMITED.test(request.url);
    const seconds = isCounted
      ? guests.secondsToWait(request, isSearch(request.query) ? SEARCH_LIMITS : CALL_LIMITS)
      : 0;
    // Pages count their deadlines from this date, so it must come from the server's clock (H13).
    const date = dateText();
    const ready = seconds === 0 ? findReady?.(request.url) : null;
    if (ready && sendReady(ready, request, reply, date)) return;
    void reply.headers(headers).header('x-request-id', request.id).header('date', date);
    const go = (wait: number) => done(wait > 0 ? toTooManyRequests(wait) : undefined);
    if (typeof seconds === 'number') go(seconds);
    else seconds.then(go, done);
  });
  const logRequest: onResponseHookHandler = (request, reply, done) => {
    done();
    // A flood of refused requests must not fill the disk.
    if (reply.statusCode === 429 && limiter.secondsToWait('refusalLines', 'request') > 0) return;
    log.info(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        url: toSafeUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.customer && { user: request.customer.id }),
        ...(request.staff && { staff: request.staff.id }),
      },
      'request',
    );
  };
  if (log.isLevelEnabled('info')) app.addHook('onResponse', logRequest);

  // Few requests need cookies, so they are parsed on demand.
  await app.register(cookie, { hook: false });
  acceptJsonOnly(app);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler(answerNotFound);

  mount(app, handlers, deps, authenticate);
  mountOps(app, deps, { isStopping: () => isStopping, getHealth });
  mountOpenApi(app, handlers, deps);
  for (const extra of extras) extra(app);
  await app.ready();
  return app;
}

/**
 * Resolves when no request has started for a moment, or after a maximum time. Closing a connection loses requests in
 * transit, so late requests are still answered, with `connection: close` (R17).
 */
async function createLastCallsHook(begun: () => number): Promise<void> {
  const end = performance.now() + LAST_CALLS_MS;
  let seen: number;
  do {
    seen = begun();
    await wait(QUIET_MS);
    // On a busy machine, connections that arrived meanwhile are accepted and read first.
    await setImmediate();
    await setImmediate();
  } while (begun() !== seen && performance.now() < end);
}

/** Returns the clock's time as a header value, which changes once a second. */
function createDateText(clock: Clock): () => string {
  let second = -1;
  let text = '';
  return () => {
    const now = clock.now();
    const current = Math.floor(now.getTime() / 1_000);
    if (current !== second) text = now.toUTCString();
    second = current;
    return text;
  };
}

/**
 * Accepts only JSON bodies. Limits nesting before parsing, and refuses prototype keys. Every call has the JSON content
 * type, also without a body (§7), which parses as `{}` (H17).
 */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') return done(null, {});
    if (isTooDeep(text)) return done(new Refusal('invalid', texts.tooDeep), undefined);
    return parse(request, text, done);
  });
}

function refuseSchema(): never {
  throw new Error('A route has a schema for Fastify. Use the schemas of the contract.');
}

/** Limits that a guest call counts towards. Searches are the most expensive guest requests (providers 3.4). */
const CALL_LIMITS = ['guestCalls'] as const;
const SEARCH_LIMITS = ['guestCalls', 'searches'] as const;

function isSearch(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'search' in query && query.search !== '';
}
