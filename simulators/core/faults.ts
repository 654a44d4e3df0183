import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Simulator } from './simulator.ts';

export const FAULT_MODES = ['503', 'hang', 'reset', 'html', 'maintenance', '429', 'lose-answer', 'none'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** Simulates provider outages: the next `times` calls of a provider fail in the given way. */
export interface Faults {
  /** `call`: only calls whose path contains this text, e.g. `stkpush/`. */
  set(provider: string, mode: FaultMode, times: number, call?: string): void;
  reset(): void;
  /** Returns the fault of the provider's next call and uses it up. */
  next(provider: string, call: string): FaultMode;
  /** Applies the provider's faults to the calls of `app`. */
  guard(app: FastifyInstance, provider: Pick<Simulator, 'name' | 'tooMany'>): void;
}

export function createFaults(): Faults {
  const open = new Map<string, { mode: FaultMode; left: number; call: string }>();
  const losing = new WeakSet<FastifyRequest>();

  function next(provider: string, path: string): FaultMode {
    const fault = open.get(provider);
    if (fault === undefined || fault.left === 0 || !path.includes(fault.call)) return 'none';
    fault.left -= 1;
    return fault.mode;
  }

  return {
    set: (provider, mode, times, call = '') => void open.set(provider, { mode, left: times, call }),
    reset: () => open.clear(),
    next,
    guard(app, { name, tooMany }) {
      app.addHook('preHandler', async (request, reply) => {
        const mode = next(name, request.url);
        if (mode === 'lose-answer') losing.add(request);
        return fail(mode, request, reply, tooMany);
      });
      // The provider has acted. Only its reply is lost.
      app.addHook('onSend', async (request, _reply, payload) => {
        if (losing.has(request)) request.raw.socket.resetAndDestroy();
        return payload;
      });
    },
  };
}

function fail(
  mode: FaultMode,
  request: FastifyRequest,
  reply: FastifyReply,
  tooMany: object = { message: 'Too Many Attempts.' },
): FastifyReply | undefined {
  switch (mode) {
    case '503':
      return reply.code(503).send({ message: 'Service Unavailable' });
    case '429':
      return reply.code(429).header('retry-after', '30').send(tooMany);
    case 'html':
      return reply
        .code(403)
        .type('text/html')
        .send('<html><head><title>Request unsuccessful</title></head><body>Incapsula incident</body></html>');
    case 'maintenance':
      return reply
        .code(503)
        .type('text/html')
        .send('<html><head><title>Scheduled maintenance</title></head><body>We will be back soon.</body></html>');
    case 'reset':
      void reply.hijack();
      request.raw.socket.resetAndDestroy();
      return reply;
    case 'hang':
      return reply.hijack();
    case 'lose-answer':
    case 'none':
      return undefined;
  }
}
