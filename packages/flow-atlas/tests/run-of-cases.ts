import type { Case } from '../cases/case.ts';
import type { LeftOut, Result, Run, StepResult } from '../browser/result.ts';

/** A run of three cases of a fake lock, one of which failed, and a case that is left out. */

export function createCase(name: string, change: Partial<Case> = {}): Case {
  const step = (action: string, ...lines: readonly string[]) => ({
    keyword: 'when' as const,
    action,
    data: ['D1: a guest', 'POST /check: code 1'],
    expected: lines.map((line) => ({ words: `${line}, in words.`, line })),
    references: ['§1'],
  });
  return {
    id: `lock-${name}`,
    fingerprint: `print-${name}`,
    flow: 'lock',
    title: `The case ${name}`,
    preconditions: ['A <door> & a lock'],
    steps: [step('Begin.', 'Shut'), step("Press 'Ring'.", 'Asked', 'Heard'), step('Wait 5 s.', 'Open')],
    references: ['D1'],
    tags: ['lock', 'D1', 'two words'],
    ...change,
  };
}

const STARTED = Date.UTC(2026, 10, 28, 12, 30);

export function createResult(told: Case, { failsAt = -1, isChecked = true, ms = 1_500 } = {}): Result {
  const toStep = ({ expected }: Case['steps'][number], index: number): StepResult => {
    const isReached = failsAt === -1 || index <= failsAt;
    const isFailed = index === failsAt;
    return {
      // A person has to check the first expectation of each step with two.
      expected: expected.map(({ words }, at, all) => ({
        words,
        check: !isChecked || (all.length > 1 && at === 0) ? null : { text: words },
      })),
      outcome: isFailed ? 'failed' : isReached ? 'passed' : 'not reached',
      failure: isFailed ? "Not seen: 'Heard'. On the page instead: '<b>Herd</b>'.\nNo control: button 'Ring'." : null,
      picture: isReached
        ? { file: `allure-results/${told.id}-${index + 1}.webp`, width: 960, height: 600, isPlaceOutside: index === 1 }
        : null,
      changes: { fresh: ['Who is there?', "button 'Ring' (off)"], gone: ['Ring'] },
      started: STARTED + index * 500,
      ms: 500,
    };
  };
  return { case: told, steps: told.steps.map(toStep), started: STARTED, ms };
}

export const leftOut: LeftOut = { ...createCase('out'), why: 'a browser has no <door>' };

export const run: Run = {
  results: [
    createResult(createCase('a')),
    createResult(createCase('b'), { failsAt: 1 }),
    createResult(createCase('c', { flow: 'door', title: 'Say "no"' }), { isChecked: false }),
  ],
  leftOut: [leftOut],
  machine: 'lock',
  selection: { cover: 'states', maxSteps: 3 },
  url: 'http://localhost:3000',
  commit: '0123456789abcdef-changed',
  started: STARTED,
  ms: 4_000,
};
