import type { AnyStateMachine } from 'xstate';
import type { Mutant } from 'model-testing/mutate/machine-parts';
import { mutantsOf, unchanged } from 'model-testing/model/mutate';
import { sampleOf } from 'model-testing/mutate/sample';
import type { Asked } from 'model-testing/mutate/sample';
import { orderMachine } from '../../server/machines/order.machine.ts';
import { paymentAttemptMachine } from '../../server/machines/payment-attempt.machine.ts';
import { judgeOrderMachine } from '../../tests/server/orders/order-table.ts';
import { judgeAttemptMachine } from '../../tests/server/payments/attempt-rows.ts';
import type { Judged, MutantKind } from './judged.ts';
import { SERVER_EQUIVALENTS } from './server-equivalents.ts';

interface Judging {
  readonly machine: AnyStateMachine;
  readonly judge: (machine: AnyStateMachine) => string | null;
}

export const SERVER_MACHINES: Readonly<Record<string, Judging>> = {
  order: { machine: orderMachine as never, judge: judgeOrderMachine },
  'payment-attempt': { machine: paymentAttemptMachine as never, judge: judgeAttemptMachine },
};

/** The server's machines, which never run as actors. Their tables judge every event in every state. */
export const serverCharts: MutantKind = {
  name: 'server charts',
  names: () => Promise.resolve(Object.keys(SERVER_MACHINES)),
  judge: (name, asked) => Promise.resolve(judgeServerChart(name, asked)),
};

function judgeServerChart(name: string, asked: Asked): Judged {
  const { machine, judge } = SERVER_MACHINES[name] as Judging;
  const equivalents = SERVER_EQUIVALENTS[name] ?? {};
  const mutants = mutantsOf(machine);
  const known = new Set(mutants.map((mutant) => mutant.name));
  const unlisted = mutants.filter((mutant) => equivalents[mutant.name] === undefined);
  const control = () => judge(unchanged(machine));
  const before = control();
  const sample = sampleOf(unlisted, asked, ({ kind }) => kind);
  const survivors = sample.filter((mutant) => isUnnoticed(mutant, judge)).map((mutant) => mutant.name);
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
export function isUnnoticed({ build }: Mutant, judge: Judging['judge']): boolean {
  try {
    return judge(build()) === null;
  } catch {
    return false;
  }
}
