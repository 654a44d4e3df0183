import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const FAULT_MODES = ['503', 'hang', 'reset', 'html', '429', 'lose-answer', 'none'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];

/** What providers do on bad days: the next `times` calls of a provider fail in the given way. */
export interface Faults {
  set(provider: string, mode: FaultMode, times: number): void;
  reset(): void;
  /** Makes the calls of `app` obey the faults of `provider`. */
  guard(app: FastifyInstance, provider: string): void;
}

export function createFaults(): Faults {
  const open = new Map<string, { mode: FaultMode; left: number }>();
  const losing = new WeakSet<FastifyRequest>();

  function next(provider: string): FaultMode {
    const fault = open.get(provider);
    if (fault === undefined || fault.left === 0) return 'none';
    fault.left -= 1;
    return fault.mode;
  }

  return {
    set: (provider, mode, times) => void open.set(provider, { mode, left: times }),
    reset: () => open.clear(),
    guard(app, provider) {
      app.addHook('preHandler', async (request, reply) => {
        const mode = next(provider);
        if (mode === 'lose-answer') losing.add(request);
        return fail(mode, request, reply);
      });
      // The provider has acted by now; only its answer is lost.
      app.addHook('onSend', async (request, _reply, payload) => {
        if (losing.has(request)) request.raw.socket.resetAndDestroy();
        return payload;
      });
    },
  };
}

function fail(mode: FaultMode, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  switch (mode) {
    case '503':
      return reply.code(503).send({ message: 'Service Unavailable' });
    case '429':
      return reply.code(429).header('retry-after', '30').send({ message: 'Too Many Attempts.' });
    case 'html':
      return reply.code(403).type('text/html').send('<html><head><title>Request unsuccessful</title></head><body>Incapsula incident</body></html>');
    case 'reset':
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return reply;
    case 'hang':
      return reply.hijack();
    case 'lose-answer':
    case 'none':
      return undefined;
  }
}
