import type { AnyStateMachine } from 'xstate';
import type { Mutant } from 'model-testing/mutate/machine-parts';
import { createMutants, rebuildUnchanged } from 'model-testing/model/mutate';
import { drawSample } from 'model-testing/mutate/sample';
import type { MutantSelection } from 'model-testing/mutate/sample';
import { orderMachine } from '../../server/machines/order.machine.ts';
import { claimMachine } from '../../server/machines/claim.machine.ts';
import { parcelMachine } from '../../server/machines/parcel.machine.ts';
import { circuitMachine } from '../../server/machines/circuit.machine.ts';
import { paymentAttemptMachine } from '../../server/machines/payment-attempt.machine.ts';
import { refundMachine } from '../../server/machines/refund.machine.ts';
import { judgeOrderMachine } from '../../tests/server/orders/order-table.ts';
import { judgeClaimMachine } from '../../tests/server/claims/claim-rows.ts';
import { judgeParcelMachine } from '../../tests/server/orders/parcel-table.ts';
import { judgeCircuitMachine } from '../../tests/server/payments/circuit-rows.ts';
import { judgeAttemptMachine } from '../../tests/server/payments/attempt-rows.ts';
import { judgeRefundMachine } from '../../tests/server/refunds/refund-rows.ts';
import type { MutantResult, MutantKind } from './mutant-result.ts';
import { SERVER_EQUIVALENTS } from './server-equivalents.ts';

interface JudgedMachine {
  readonly machine: AnyStateMachine;
  readonly judge: (machine: AnyStateMachine) => string | null;
}

export const SERVER_MACHINES: Readonly<Record<string, JudgedMachine>> = {
  circuit: { machine: circuitMachine as never, judge: judgeCircuitMachine },
  claim: { machine: claimMachine as never, judge: judgeClaimMachine },
  order: { machine: orderMachine as never, judge: judgeOrderMachine },
  parcel: { machine: parcelMachine as never, judge: judgeParcelMachine },
  'payment-attempt': { machine: paymentAttemptMachine as never, judge: judgeAttemptMachine },
  refund: { machine: refundMachine as never, judge: judgeRefundMachine },
};

/** The server's machines, which never run as actors. Their tables judge every event in every state. */
export const serverCharts: MutantKind = {
  name: 'server charts',
  names: () => Promise.resolve(Object.keys(SERVER_MACHINES)),
  judge: (name, asked) => Promise.resolve(judgeServerChart(name, asked)),
};

function judgeServerChart(name: string, asked: MutantSelection): MutantResult {
  const { machine, judge } = SERVER_MACHINES[name] as JudgedMachine;
  const equivalents = SERVER_EQUIVALENTS[name] ?? {};
  const mutants = createMutants(machine);
  const known = new Set(mutants.map((mutant) => mutant.name));
  const unlisted = mutants.filter((mutant) => equivalents[mutant.name] === undefined);
  const control = () => judge(rebuildUnchanged(machine));
  const before = control();
  const sample = drawSample(unlisted, asked, ({ kind }) => kind);
  const survivors = sample.filter((mutant) => isSurvivor(mutant, judge)).map((mutant) => mutant.name);
  return {
    all: unlisted.length,
    judged: sample.length,
    survivors,
    timeouts: [],
    equivalents,
    dropped: [],
    peakBytes: process.resourceUsage().maxRSS * 1024,
    problems: [
      ...[before, control()].flatMap((said) => (said === null ? [] : [`the unchanged machine: ${said}`])),
      ...Object.keys(equivalents)
        .filter((one) => !known.has(one))
        .map((one) => `listed as equivalent, but no such mutant: ${one}`),
    ],
  };
}

/** Returns whether a mutant can be built and nothing kills it. */
export function isSurvivor({ build }: Mutant, judge: JudgedMachine['judge']): boolean {
  try {
    return judge(build()) === null;
  } catch {
    return false;
  }
}
