import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import cookie from '@fastify/cookie';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type RouteOptions } from 'fastify';
import type { Clock } from './clock.ts';
import type { Deps } from './deps.ts';
import type { Authenticate } from './http/bearer.ts';
import { answerFailure, answerNotFound, answerUnreadable } from './http/errors.ts';
import type { Handler } from './http/handler.ts';
import { Refusal } from './refusal.ts';
import { createGuests } from './http/guests.ts';
import { mount } from './http/mount.ts';
import { mountOpenApi } from './http/openapi.ts';
import { mountOps } from './http/ops.ts';
import { isTooDeep } from './http/request.ts';
import { commonHeaders } from './http/security.ts';
import { tooOften } from './limits/too-often.ts';
import { safeUrl } from './log.ts';
import * as texts from './common.texts.ts';

/** More routes beside the contract's, e.g. pages and media; their routes declare `config.access` too. */
export type Extra = (app: FastifyInstance) => void;

export interface AppOptions {
  readonly extras?: readonly Extra[];
  /** How long a request may take to come in before its connection is closed; 30 s where nothing is said. */
  readonly receiveMs?: number;
}

const BODY_LIMIT = 256 * 1024;
const RECEIVE_MS = 30_000;
/** How long a server that stops is still called at most, and the silence after which it is called no more. */
const LAST_CALLS_MS = 2_000;
const QUIET_MS = 200;
/** Pictures and scripts come by the dozen with each page, and cost nothing; callbacks have a limit of their own. */
const UNLIMITED = /^\/(?:assets|media|api\/mpesa\/callback)\//;

/**
 * The server without listening. Throws when a route declares no access (deny by default).
 * `app.close()` drains: requests under way finish, new ones are refused.
 */
export async function buildApp(
  deps: Deps,
  authenticate: Authenticate,
  handlers: readonly Handler[],
  { extras = [], receiveMs = RECEIVE_MS }: AppOptions = {},
): Promise<FastifyInstance> {
  const { env, clock, log, limiter } = deps;
  let isStopping = false;
  const headers = commonHeaders(env);
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: env.trustProxy.length === 0 ? false : [...env.trustProxy],
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: receiveMs,
    // Node takes the longer of the two for the whole request, 60 s unless told, and looks every 30 s: whoever drips one
    // would hold on for three times as long (R23).
    http: { headersTimeout: receiveMs, connectionsCheckingInterval: Math.round(receiveMs / 6) },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 300 },
    clientErrorHandler: answerUnreadable(headers),
    frameworkErrors: (error, request, reply) => {
      void reply.headers({ ...headers, 'x-request-id': request.id });
      void answerFailure(error, request, reply);
    },
  });

  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  // Not while a route is made: what a plugin's routes declare is added to them after this hook has seen them.
  app.addHook('onReady', async () => {
    for (const { method, url, config } of routes) {
      if (config?.access === undefined) throw new Error(`The route ${String(method)} ${url} declares no access`);
    }
  });
  let begun = 0;
  app.addHook('preClose', async () => {
    isStopping = true;
    if (app.server.listening) await lastCalls(() => begun);
  });

  const dateText = createDateText(clock);
  const guests = createGuests(deps, authenticate);
  // Both run around every answer, kept ones too: without a promise of their own, and nothing made that nobody reads.
  app.addHook('onRequest', (request, reply, done) => {
    // The page counts its deadlines from this date, so it must be the clock that the server itself goes by (H13).
    void reply.headers(headers).header('x-request-id', request.id).header('date', dateText());
    begun += 1;
    if (isStopping) void reply.header('connection', 'close');
    // Whoever has a token is counted by whose it is, where it is read (D24).
    const { access } = request.routeOptions.config;
    const isCounted = access !== 'customer' && access !== 'admin' && !UNLIMITED.test(request.url);
    const seconds = isCounted
      ? guests.secondsToWait(request, isSearch(request.query) ? SEARCH_LIMITS : CALL_LIMITS)
      : 0;
    const go = (wait: number) => done(wait > 0 ? tooOften(wait) : undefined);
    if (typeof seconds === 'number') go(seconds);
    else seconds.then(go, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    done();
    if (!log.isLevelEnabled('info')) return;
    // A flood must not fill the disk with lines.
    if (reply.statusCode === 429 && limiter.secondsToWait('refusalLines', 'request') > 0) return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url,
        url: safeUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(request.customer && { user: request.customer.id }),
        ...(request.staff && { staff: request.staff.id }),
      },
      'request',
    );
  });

  // Hardly an answer needs them, so they are read where one does.
  await app.register(cookie, { hook: false });
  acceptOnlyJson(app);
  app.setErrorHandler(answerFailure);
  app.setNotFoundHandler(answerNotFound);

  mount(app, handlers, deps, authenticate);
  mountOps(app, deps, () => isStopping);
  mountOpenApi(app, handlers, deps);
  for (const extra of extras) extra(app);
  await app.ready();
  return app;
}

/**
 * Resolves when no request has begun for a moment, or many have for long. What is on its way when its connection is
 * closed is lost, so whoever called before the end is still answered, on a connection that closes with that (R17).
 */
async function lastCalls(begun: () => number): Promise<void> {
  const end = performance.now() + LAST_CALLS_MS;
  let seen: number;
  do {
    seen = begun();
    await wait(QUIET_MS);
    // Where the machine was busy, what has arrived meanwhile is accepted, then read, before it is looked for.
    await setImmediate();
    await setImmediate();
  } while (begun() !== seen && performance.now() < end);
}

/** The clock's time as a header says it, which changes once a second. */
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
 * JSON is the only body; nesting is bounded before parsing and prototype keys are refused. Every call names the type,
 * also one without a body (§7), which is read as `{}` (H17).
 */
function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = body.toString();
    if (text === '') return done(null, {});
    if (isTooDeep(text)) return done(new Refusal('invalid', texts.tooDeep), undefined);
    return parse(request, text, done);
  });
}

/** A search is the dearest thing that a guest can ask for (providers 3.4). */
/** What a call of a guest counts for. */
const CALL_LIMITS = ['guestCalls'] as const;
const SEARCH_LIMITS = ['guestCalls', 'searches'] as const;

function isSearch(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'search' in query && query.search !== '';
}
