import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { FAULT_MODES, type Faults } from './core/faults.ts';
import type { RequestLog } from './core/log.ts';
import type { Simulator } from './core/simulator.ts';

/** The calls that tests and the page use; their form is stable (design.md, Simulators). */
export function control(
  app: FastifyInstance, { simulators, faults, log }: { simulators: readonly Simulator[]; faults: Faults; log: RequestLog },
): void {
  const Fault = v.strictObject({
    provider: v.picklist(simulators.map(({ name }) => name)),
    mode: v.picklist(FAULT_MODES),
    times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
  });

  app.post('/faults', async (request, reply) => {
    const parsed = v.safeParse(Fault, request.body);
    if (!parsed.success) return reply.code(400).send({ success: false, message: v.summarize(parsed.issues) });
    faults.set(parsed.output.provider, parsed.output.mode, parsed.output.times);
    return { success: true };
  });
  app.get('/log', async () => ({ requests: log.entries() }));
  app.post('/reset', async () => {
    for (const simulator of simulators) simulator.reset();
    faults.reset();
    log.reset();
    return { success: true };
  });
  for (const simulator of simulators) simulator.control(app);
}
