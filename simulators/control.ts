import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { SimulatedClock } from './core/clock.ts';
import { FAULT_MODES, type Faults } from './core/faults.ts';
import type { RequestLog } from './core/log.ts';
import type { Simulator } from './core/simulator.ts';

/** Calls for tests and the page. Their format is stable (providers 1.7). */
export function control(
  app: FastifyInstance,
  {
    simulators,
    clock,
    faults,
    log,
  }: {
    readonly simulators: readonly Simulator[];
    readonly clock: SimulatedClock;
    readonly faults: Faults;
    readonly log: RequestLog;
  },
): void {
  const Fault = v.strictObject({
    provider: v.picklist(simulators.map(({ name }) => name)),
    mode: v.picklist(FAULT_MODES),
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
    /** Limits the fault to calls whose path contains this text. */
    call: v.optional(v.string(), ''),
  });
  const Advance = v.strictObject({ advanceMs: v.pipe(v.number(), v.integer(), v.minValue(0)) });

  app.post('/faults', async (request, reply) => {
    const parsed = v.safeParse(Fault, request.body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    faults.set(parsed.output.provider, parsed.output.mode, parsed.output.times, parsed.output.call);
    return { success: true };
  });
  app.post('/clock', async (request, reply) => {
    const parsed = v.safeParse(Advance, request.body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    await clock.advance(parsed.output.advanceMs);
    return { success: true, now: new Date(clock.now()).toISOString() };
  });
  app.get('/log', async () => ({ requests: log.entries() }));
  app.post('/reset', async () => {
    for (const simulator of simulators) simulator.reset();
    clock.reset();
    faults.reset();
    log.reset();
    return { success: true };
  });
  for (const simulator of simulators) simulator.control(app);
}
