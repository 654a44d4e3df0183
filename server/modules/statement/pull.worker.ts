import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';

/** How often a process looks whether a pull is due. */
const LOOK_MS = 10 * 60_000;

/** Pulls M-Pesa's transactions (PAY-T1). */
export function registerPull({ jobs }: Pick<Deps, 'jobs'>, { pull }: Pick<Services, 'pull'>): void {
  jobs.schedule('statement.pull', LOOK_MS, () => pull.pullWhenDue(), { lane: 'mpesa' });
}
