import * as v from 'valibot';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { MATCH_JOB } from './matching.service.ts';
import { ASK_JOB } from './proof-of-money.service.ts';

const MatchJob = v.object({ receipt: v.string() });
const AskJob = v.object({ receipt: v.string(), number: v.number(), from: v.number() });

/** Matches money by hand, and asks M-Pesa about it (PAY-C4). */
export function registerByHand({ jobs }: Deps, services: Pick<Services, 'matching' | 'proofOfMoney'>): void {
  jobs.register(MATCH_JOB, async ({ payload }) => services.matching.match(v.parse(MatchJob, payload).receipt));
  jobs.register(ASK_JOB, async ({ payload }) => services.proofOfMoney.ask(v.parse(AskJob, payload)), { lane: 'mpesa' });
}
