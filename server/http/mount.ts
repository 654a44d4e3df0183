import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Access, Endpoint } from '../../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import { createSessionsService } from '../modules/auth/sessions.service.ts';
import { createStaffSessionsService } from '../modules/staff/staff-sessions.service.ts';
import { requireCustomer, requireStaff } from './bearer.ts';
import type { Call, CurrentStaff, CurrentUser, Handler } from './handler.ts';
import { HttpError } from './http-error.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { pack, sendPacked, type Packed } from './packed.ts';
import { parseRequest } from './request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call; a route without it does not boot. */
    access?: Access;
  }
  interface FastifyRequest {
    /** Set on routes of access `customer` and null on all others. */
    customer: CurrentUser | null;
    /** Set on routes of access `admin` and null on all others. */
    staff: CurrentStaff | null;
  }
}

/** Of answers of the catalogue that are sent again without asking the database (decision 0018). */
const MOST_BYTES = 32 * 1024 * 1024;

/** A browser keeps a `__Host-` cookie for exactly this host, but only takes it over TLS. */
export function flowCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-flow' : 'flow';
}

/** Set by the page itself, before it asks Google for a credential. */
export function nonceCookieName(isSecure: boolean): string {
  return isSecure ? '__Host-google-nonce' : 'google-nonce';
}

/** Makes one route of each handler: token, then request, then work. */
export function mount(app: FastifyInstance, handlers: readonly Handler[], deps: Deps): void {
  const sessions = createSessionsService(deps);
  const staffSessions = createStaffSessionsService(deps);
  app.decorateRequest('customer', null);
  app.decorateRequest('staff', null);
  /** The check of an endpoint's token; none for a public one. */
  const checkOf = ({ method, path, access, roles = [] }: Endpoint) => {
    // An empty list would let nobody in, or with one mistake everybody (providers 3.6).
    if ((access === 'admin') !== roles.length > 0)
      throw new Error(`The call ${method} ${path} has no use of its roles`);
    switch (access) {
      case 'public':
        return {};
      case 'customer':
        return {
          onRequest: async (request: FastifyRequest) => {
            request.customer = await requireCustomer(sessions, request.headers.authorization);
          },
        };
      case 'admin':
        return {
          onRequest: async (request: FastifyRequest) => {
            request.staff = await requireStaff(staffSessions, request.headers.authorization, roles);
          },
        };
    }
  };
  const kept = createKeptAnswers<Packed>({ ...deps, keptMs: deps.env.catalogueKeptMs, mostBytes: MOST_BYTES });
  for (const { endpoint, handle, isKept } of handlers) {
    const { method, path, access } = endpoint;
    const pathNames = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    // Catalogue reads are the same for everybody, all else is nobody else's business (ASVS 14.3.2).
    const cacheControl = access === 'public' && method === 'GET' ? 'no-cache' : 'no-store';
    app.route({
      method,
      url: `/api${path}`,
      config: { access },
      ...checkOf(endpoint),
      exposeHeadRoute: false,
      async handler(request, reply) {
        const answer = async () => {
          const fields = parseRequest(endpoint.request, fieldsOf(request), pathNames);
          void reply.header('cache-control', cacheControl);
          const body = await handle(fields as never, callOf(request, reply, deps) as never);
          if (deps.env.mode === 'test') v.assert(endpoint.reply, body);
          return body;
        };
        if (isKept !== true) return answer();
        const packed = await kept.of(request.url, async () => {
          const made = pack(JSON.stringify(await answer()));
          return { answer: made, bytes: made.raw.length * 1.5 };
        });
        void reply.type('application/json; charset=utf-8').header('cache-control', cacheControl);
        return sendPacked(packed, request, reply);
      },
    });
  }
}

/** Path parameters win over equal names in the query (GET) or body. */
function fieldsOf(request: FastifyRequest): unknown {
  const rest = request.method === 'GET' ? request.query : (request.body ?? {});
  if (typeof rest !== 'object' || rest === null || Array.isArray(rest)) return rest;
  return { ...rest, ...(request.params as Readonly<Record<string, string>>) };
}

function callOf(request: FastifyRequest, reply: FastifyReply, { env: { isSecure } }: Deps): Call {
  const cookies = request.server.parseCookie(request.headers.cookie ?? '');
  const cookie = (name: string) => {
    const value = cookies[name];
    return value === undefined || value === '' || value.length > 200 ? null : value;
  };
  return {
    user: request.customer,
    staff: request.staff,
    ip: request.ip,
    requestId: request.id,
    idempotencyKey: idempotencyKeyOf(request),
    flow: cookie(flowCookieName(isSecure)),
    nonce: cookie(nonceCookieName(isSecure)),
    setFlow(value) {
      void reply.setCookie(flowCookieName(isSecure), value, {
        httpOnly: true,
        secure: isSecure,
        sameSite: 'strict',
        path: '/',
      });
    },
  };
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new HttpError(400, 'The Idempotency-Key cannot be used.');
  return key;
}
