import { describe, expect, test } from 'vitest';
import { formatResults } from '../browser/results.ts';
import { compareResults, formatCommit, parseStoredRun } from '../cases/stored-results.ts';
import { createCase, run } from './run-of-cases.ts';

/** Results of an earlier run beside the cases of today. */

const text = formatResults(run);
const stored = parseStoredRun(text, 'results.json');
const written = JSON.parse(text) as Record<string, unknown>;
const changed = (change: Record<string, unknown>) => JSON.stringify({ ...written, ...change });

describe('a file of results', () => {
  test.each([
    ['{"format":', 'r.json is damaged: it is not JSON.'],
    ['[]', 'r.json has no results of a run.'],
    ['{"cases":[]}', 'r.json has no results of a run.'],
    [
      changed({ version: 7 }),
      'r.json has version 7 of the format, and this tool reads version 1. Run the cases again.',
    ],
    [changed({ started: 5 }), 'r.json is damaged: started is not what a run writes. Run the cases again.'],
    [
      changed({ cases: [{ ...stored.cases[0], fingerprint: null }] }),
      'r.json is damaged: cases.0.fingerprint is not what a run writes. Run the cases again.',
    ],
    [
      changed({ cases: [{ ...stored.cases[0], verdict: 'green' }] }),
      'r.json is damaged: cases.0.verdict is not what a run writes.',
    ],
  ])('TST-Q4: refuses %s with a sentence', (content, sentence) =>
    expect(() => parseStoredRun(content, 'r.json')).toThrow(sentence),
  );

  test('TST-Q4: shortens the commit and keeps the remark that files have changed', () =>
    expect(['0123456789abcdef', '0123456789abcdef-changed', 'v1.2'].map(formatCommit)).toEqual([
      '0123456789ab',
      '0123456789ab-changed',
      'v1.2',
    ]));
});

describe('stored results', () => {
  const compare = (...cases: Parameters<typeof compareResults>[1]) => compareResults(stored.cases, cases);

  test('TST-Q4: hold while the same way leads to the same expectations, whatever the title', () => {
    const [a] = compare(createCase('a', { title: 'Another title' }));
    expect(a).toMatchObject({ status: 'holds', title: 'Another title', stored: { verdict: 'passed' }, reasons: [] });
  });

  test('TST-Q4: are gone without their case, and missing for a new one', () => {
    const all = compare(createCase('a'), createCase('z'));
    expect(all.map(({ status, id }) => `${status} ${id}`)).toEqual([
      'holds lock-a',
      'new lock-z',
      'gone lock-b',
      'gone lock-c',
      'gone lock-out',
    ]);
    expect(all[1]?.stored).toBeNull();
  });

  test('TST-Q4: ask for a new run when a step expects something else', () => {
    const { steps } = createCase('a');
    const [begin, ring, wait] = steps;
    if (begin === undefined || ring === undefined || wait === undefined) throw new Error('no steps');
    const other = { words: 'Somebody coughs.', line: 'Cough' };
    const now = [
      begin,
      { ...ring, action: "Press 'Knock'.", expected: [...ring.expected.slice(0, 1), other] },
      wait,
      { ...wait, action: 'Wait 10 s.' },
    ];
    expect(compare(createCase('a', { fingerprint: 'other', steps: now }))[0]).toMatchObject({
      status: 'changed',
      reasons: [
        "Step 2 was: Press 'Ring'. It is now: Press 'Knock'.",
        'Step 2 no longer expects: Heard, in words.',
        'Step 2 now expects: Somebody coughs.',
        'Step 4 is new: Wait 10 s.',
      ],
    });
    expect(compare(createCase('a', { fingerprint: 'other', steps: [begin, ring] }))[0]?.reasons).toEqual([
      'Step 3 is gone: Wait 5 s.',
    ]);
  });

  test('TST-Q4: ask for a new run when only a control or a time has changed, which the file does not name', () => {
    const [a] = compare(createCase('a', { fingerprint: 'other' }));
    expect([a?.status, a?.reasons]).toEqual(['changed', ['A control or a waiting time has changed.']]);
  });
});
