import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import { customerToken, requireCustomer, requireStaff, type Authenticate } from './bearer.ts';
import { browserCookieName, flowCookieName, nonceCookieName, staffBrowserCookieName } from './cookies.ts';
import type { CurrentStaff, CurrentUser } from '../people.ts';
import type { CachedAnswer, Call, Handler } from './handler.ts';
import { UnauthorizedError } from './errors.ts';
import { Refusal } from '../refusal.ts';
import { BROWSER_DAYS } from '../limits/limits.ts';
import { toTooManyRequests } from '../limits/too-many-requests.ts';
import { getCookie, createGuests } from './guests.ts';
import { createParsedUrls } from './parsed-urls.ts';
import { createResponseCache } from './response-cache.ts';
import { getSize, compressBody, sendCompressed } from './compression.ts';
import { acceptsBrotli } from './brotli.ts';
import { createReadyReplies, sendReady, type ReadyReply } from './ready-reply.ts';
import { parseRequest } from './request.ts';
import * as texts from '../common.texts.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access level. A route without it prevents the start. */
    access?: Access;
  }
  interface FastifyRequest {
    /** Set on routes with access `customer`, otherwise `null`. */
    customer: CurrentUser | null;
    /** Set on routes with access `admin`, otherwise `null`. */
    staff: CurrentStaff | null;
  }
}

/** Creates one route per handler: checks the token, parses the request, calls the handler. */
export function mount(
  app: FastifyInstance,
  handlers: readonly Handler[],
  deps: Deps,
  authenticate: Authenticate,
): void {
  app.decorateRequest('customer', null);
  app.decorateRequest('staff', null);
  const { limiter } = deps;
  const guests = createGuests(deps, authenticate);
  const refuse = (seconds: number) => {
    if (seconds > 0) throw toTooManyRequests(seconds);
  };
  /** A caller without a valid token is a guest, and is counted by address (D24). */
  async function orCountGuest<T>(request: FastifyRequest, token: Promise<T>): Promise<T> {
    try {
      return await token;
    } catch (error) {
      if (error instanceof UnauthorizedError || error instanceof Refusal)
        refuse(await guests.secondsToWait(request, ['guestCalls']));
      throw error;
    }
  }
  /** Returns the token check of an endpoint, with its rate limit. Public endpoints have none. */
  const createCheck = ({ method, path, access, roles = [] }: Endpoint, isPolled: boolean) => {
    // An empty list would lock everybody out or, after a mistake, let everybody in (providers 3.6).
    if ((access === 'admin') !== roles.length > 0)
      throw new Error(`The call ${method} ${path} has roles that do not match its access`);
    switch (access) {
      case 'public':
        return {};
      case 'customer':
        return {
          onRequest: async (request: FastifyRequest) => {
            request.customer = await orCountGuest(
              request,
              requireCustomer(authenticate, request.headers.authorization),
            );
            refuse(limiter.secondsToWait(isPolled ? 'polls' : 'shopperCalls', request.customer.id));
          },
        };
      case 'admin':
        return {
          onRequest: async (request: FastifyRequest) => {
            const staff = requireStaff(authenticate, request.headers.authorization, roles);
            request.staff = await orCountGuest(request, staff);
            refuse(limiter.secondsToWait('staffCalls', request.staff.id));
          },
        };
    }
  };
  /** Cache of catalogue responses, so that repeated requests need no database (decision 0018). */
  const answers = createResponseCache<ReadyReply>({ ...deps, keptMs: deps.env.catalogueKeptMs });
  const parsedUrls = createParsedUrls();
  const findReady = (url: string) => {
    const known = parsedUrls.get(url);
    return known === undefined ? null : answers.get(known.key);
  };
  for (const { endpoint, handle, kept, isPolled } of handlers) {
    const { method, path, access } = endpoint;
    const pathNames = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    // Catalogue reads are the same for all callers. Everything else is private (ASVS 14.3.2).
    const cacheControl = access === 'public' && method === 'GET' ? 'no-cache' : 'no-store';
    const keptHeaders = { 'content-type': 'application/json; charset=utf-8', 'cache-control': cacheControl };
    const toReady = createReadyReplies(keptHeaders, deps.env);
    const parse = (request: FastifyRequest) => parseRequest(endpoint.request, getFields(request), pathNames) as never;
    const checked = (body: unknown) => {
      if (deps.env.mode === 'test') v.assert(endpoint.reply, body);
      return body;
    };
    async function answerFresh(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
      const fields = parse(request);
      void reply.header('cache-control', cacheControl);
      return checked(await handle(fields, createCall(request, reply, deps) as never));
    }
    const createKept = (it: CachedAnswer) => async (request: FastifyRequest, reply: FastifyReply) => {
      const known = parsedUrls.getOrCreate(request.url, path, () => it.toRequest(parse(request)));
      const { asked, key } = known instanceof Promise ? await known : known;
      const ready = await answers.getOrCreate(key, async () => {
        if (it.isExpensive(asked)) refuse(await guests.secondsToWait(request, ['countedAnew']));
        const made = compressBody(JSON.stringify(checked(await it.answer(asked))));
        return { answer: toReady(made), bytes: getSize(made) };
      });
      if (acceptsBrotli(request)) await ready.body.brotli();
      if (sendReady(ready, request, reply, String(reply.getHeader('date')))) return reply;
      return sendCompressed(ready.body, request, reply.headers(ready.headers));
    };
    app.route({
      method,
      url: `/api${path}`,
      config: { access, ...(kept !== undefined && { ready: findReady }) },
      ...createCheck(endpoint, isPolled === true),
      exposeHeadRoute: false,
      handler: kept === undefined ? answerFresh : createKept(kept),
    });
  }
}

/** Path parameters override equal names in the query (GET) or body. */
function getFields(request: FastifyRequest): unknown {
  const rest = request.method === 'GET' ? request.query : (request.body ?? {});
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) return rest;
  return { ...rest, ...(request.params as Readonly<Record<string, string>>) };
}

const OURS = { httpOnly: true, sameSite: 'strict', path: '/' } as const;

function createCall(request: FastifyRequest, reply: FastifyReply, { env: { isSecure } }: Deps): Call {
  const cookie = (name: string) => getCookie(request, name);
  /** Valid for as long as the browser counts as known. */
  const setKnown = (name: string, value: string) => {
    const maxAge = BROWSER_DAYS * 24 * 3_600;
    void reply.setCookie(name, value, { ...OURS, secure: isSecure, maxAge });
  };
  return {
    user: request.customer,
    staff: request.staff,
    ip: request.ip,
    requestId: request.id,
    idempotencyKey: getIdempotencyKey(request),
    flow: cookie(flowCookieName(isSecure)),
    nonce: cookie(nonceCookieName(isSecure)),
    browser: cookie(browserCookieName(isSecure)),
    bearer: customerToken(request.headers.authorization),
    staffBrowser: cookie(staffBrowserCookieName(isSecure)),
    setFlow(value) {
      void reply.setCookie(flowCookieName(isSecure), value, { ...OURS, secure: isSecure });
    },
    setBrowser: (value) => setKnown(browserCookieName(isSecure), value),
    setStaffBrowser: (value) => setKnown(staffBrowserCookieName(isSecure), value),
  };
}

function getIdempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new Refusal('invalid', texts.keyUnusable);
  return key;
}
