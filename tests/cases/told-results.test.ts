import { describe, expect, test } from 'vitest';
import type { Result, StepResult } from 'flow-atlas/browser/result';
import type { Case } from 'flow-atlas/cases/case';
import type { Standing, StoredCase, StoredRun } from 'flow-atlas/cases/stored-results';
import { formatResults } from '../../tools/paths/in-browser.ts';
import { formatStandings } from '../../tools/paths/stored.ts';

/** The report of the cases of a browser run. */

const createCase = (id: string): Case => ({
  id,
  fingerprint: '',
  flow: 'door',
  title: `The case ${id}`,
  preconditions: [],
  steps: [{ keyword: 'when', action: 'It begins.', data: [], expected: [], references: [] }],
  references: [],
  tags: [],
});

const result = (id: string, step: Partial<StepResult>): Result => ({
  case: createCase(id),
  steps: [
    {
      expected: [],
      outcome: 'passed',
      failure: null,
      picture: null,
      changes: { fresh: [], gone: [] },
      started: 0,
      ms: 0,
      ...step,
    },
  ],
  started: 0,
  ms: 0,
});

test('X88: a case without checks is reported as unchecked and does not count as passed', () => {
  const results = [
    result('a', { expected: [{ words: 'Open.', check: { text: 'Open' } }] }),
    result('b', {}),
    result('c', { outcome: 'failed', failure: "Not seen: 'Cart'.\nNo control: link 'Cart'." }),
  ];
  expect(formatResults(results, [{ id: 'd', title: 'The case d', why: 'nobody can do it' }])).toEqual([
    'ok   a The case a',
    '??   b The case b\n     nothing that it says could be checked',
    "FAIL c The case c\n     at: It begins.\n     Not seen: 'Cart'.\n     No control: link 'Cart'.",
    '--   d The case d\n     left out: nobody can do it',
    '1 of 3 paths passed; of 1 nothing could be checked; 1 left out.',
  ]);
});

describe('stored results', () => {
  const stored = (verdict: StoredCase['verdict']): StoredCase => ({
    id: verdict,
    fingerprint: '',
    flow: 'door',
    title: '',
    verdict,
    why: null,
    failure: null,
    checked: 0,
    all: 0,
    seconds: 0,
    steps: [],
  });
  const standing = (status: Standing['status'], id: string, verdict: StoredCase['verdict'] | null): Standing => ({
    status,
    id,
    title: `The case ${id}`,
    stored: verdict === null ? null : stored(verdict),
    reasons: status === 'changed' ? ['Step 1 now expects: Open.'] : [],
  });
  const run: StoredRun = {
    format: 'flow-atlas results',
    version: 1,
    machine: 'door',
    selection: { cover: 'states', shows: "Don't" },
    url: '',
    commit: '0123456789abcdef',
    started: '2026-11-28T12:30:00.000Z',
    seconds: 0,
    cases: [stored('passed'), stored('failed'), stored('left out'), stored('unchecked')],
  };

  test('TST-Q4: are listed by what holds, what has changed and why, what is new and what is gone, with counts', () => {
    const standings = [
      standing('holds', 'a', 'passed'),
      standing('holds', 'b', 'failed'),
      standing('changed', 'c', 'unchecked'),
      standing('new', 'd', null),
      standing('gone', 'e', 'left out'),
    ];
    expect(formatStandings(run, standings, 'r.json').split('\n')).toEqual([
      'r.json: door, 2026-11-28 12:30 UTC, commit 0123456789ab',
      '',
      'These results still hold:',
      '  ok   a The case a',
      '  FAIL b The case b',
      '',
      'These have changed and ask for a new run:',
      '  ??   c The case c',
      '         Step 1 now expects: Open.',
      '',
      'These are new and have no result:',
      '       d The case d',
      '',
      'These are gone: no selected case goes this way any more:',
      '  --   e The case e',
      '',
      '2 of 4 results hold, 1 of them failed; 1 changed, 1 new, 1 gone.',
      "Run them again: npm run paths -- door --cover=states '--shows=Don'\\''t' --run",
      '',
    ]);
    expect(
      formatStandings({ ...run, commit: null }, standings.slice(0, 1), 'r.json')
        .split('\n')
        .slice(-2),
    ).toEqual(['1 of 4 results hold; 0 changed, 0 new, 0 gone.', '']);
  });
});
