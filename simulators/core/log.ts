import type { FastifyInstance } from 'fastify';

export interface SeenRequest {
  readonly provider: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** 0 when no reply was sent. */
  readonly status: number;
  readonly at: string;
}

const KEPT = 1000;
const SECRETS = new Set(['api_key', 'Password', 'SecurityCredential']);

/** Latest requests to the providers, oldest first, without secrets. */
export interface RequestLog {
  entries(): readonly SeenRequest[];
  reset(): void;
  watch(app: FastifyInstance, provider: string): void;
}

export function createRequestLog(): RequestLog {
  let seen: SeenRequest[] = [];
  return {
    entries: () => seen,
    reset: () => void (seen = []),
    watch(app, provider) {
      app.addHook('preHandler', async (request, reply) => {
        const entry = {
          provider,
          method: request.method,
          path: request.url.split('?', 1)[0] ?? '',
          body: removeSecrets(request.body),
          status: 0,
          at: new Date().toISOString(),
        };
        seen = [...seen.slice(1 - KEPT), entry];
        reply.raw.once('finish', () => void (entry.status = reply.raw.statusCode));
      });
    },
  };
}

function removeSecrets(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, SECRETS.has(name) ? '***' : value]));
}
