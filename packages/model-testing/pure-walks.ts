import type { EventObject } from 'xstate';
import type { PureStep, Sentence } from './pure-machine.ts';

export interface PureWalk<Facts, Event> {
  /** Name of the sentence that the last step demonstrates. */
  readonly name: string;
  readonly input: unknown;
  readonly steps: readonly PureStep<Facts, Event>[];
}

/** Returns one text for a state and its event. */
export function toStepKey<Facts, Event>({ before, event }: Pick<PureStep<Facts, Event>, 'before' | 'event'>): string {
  return JSON.stringify([before, event]);
}

/**
 * Returns the shortest walks to steps of all sentences, for tests of the code that executes the machine's decisions:
 * one per kind of step. Drops walks that are the beginning of others.
 */
export function findShortestWalks<Facts, Event extends EventObject>(
  steps: readonly PureStep<Facts, Event>[],
  sentences: readonly Sentence<Facts, Event>[],
  kindOf: (step: PureStep<Facts, Event>) => string,
): PureWalk<Facts, Event>[] {
  const found = new Map(steps.map((step) => [toStepKey(step), step]));
  const examples = sentences.map(({ name }) => {
    const spoken = steps.filter(({ names }) => names.includes(name));
    const step = spoken.find(({ isAccepted }) => isAccepted) ?? spoken[0];
    if (step === undefined) throw new Error(`${name}: matches no step`);
    return { name, step };
  });
  const kinds = examples.map(({ step }) => kindOf(step));
  const chosen = examples.filter((_, index) => kinds.indexOf(kinds[index] ?? '') === index);
  const paths = chosen.map(({ name, step: { way, event } }) => ({ name, way, events: [...way.events, event] }));
  const texts = paths.map(({ way, events }) => JSON.stringify([way.input, ...events]).slice(0, -1));
  return paths
    .filter((_, index) => {
      const text = texts[index] ?? '';
      return !texts.some((other, at) => (other === text && at < index) || other.startsWith(`${text},`));
    })
    .map(({ name, way: { input }, events }) => {
      const walked: PureStep<Facts, Event>[] = [];
      for (const event of events) {
        const before = walked.at(-1)?.after ?? steps.find(({ way }) => way.input === input)?.before;
        const step = before === undefined ? undefined : found.get(toStepKey({ before, event }));
        if (step === undefined) throw new Error(`${name}: the machine does not take this path`);
        walked.push(step);
      }
      return { name, input, steps: walked };
    });
}
