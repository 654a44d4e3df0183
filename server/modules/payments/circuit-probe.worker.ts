import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { hearToken } from '../settlement/circuit.rules.ts';

/** How often a process looks whether a probe is due. */
const EVERY_MS = 10_000;

/**
 * Tries once a minute whether prompts work again, with the cheapest call that can show it (PAY-M2). One process has the
 * lease of the probe. The periodic job also ends the lease of a process that is gone.
 */
export function registerCircuitProbe(deps: Deps, { circuit, query }: Pick<Services, 'circuit' | 'query'>): void {
  const { db, clock, jobs, mpesa } = deps;

  jobs.schedule(
    'payments.probe',
    EVERY_MS,
    async () => {
      const probe = await circuit.claimProbe();
      if (probe === null) return;
      if (probe.call === 'query') return query.query(probe.attempt, probe.id);
      const answer = await mpesa.token();
      await db.tx((tx) => circuit.hear(tx, hearToken(answer), probe.id, clock.now()));
      jobs.wake();
    },
    { lane: 'circuit' },
  );
}
