import { expect, test } from 'vitest';
import { addChecks } from '../browser/checks.ts';
import type { RawStep } from '../browser/checks.ts';
import type { Check } from '../browser/expected.ts';

const step = (check: Check | null, change: Partial<RawStep> = {}): RawStep => ({
  text: 'Press the button.',
  moves: [{ do: 'act', with: [] }],
  expectations: [{ words: 'A sentence.', check }],
  sight: { texts: ['Saved'] },
  messages: ['Saved'],
  mayChangeMore: false,
  ...change,
});
const getChecks = (raw: RawStep) =>
  addChecks(raw, 0, [raw]).checks.map(({ do: name, with: given }) => [name, ...given]);

test('TST-Q7: a step may add only the messages of its view', () => {
  expect(getChecks(step(null))).toEqual([
    ['sight', { texts: ['Saved'] }],
    ['noMessage', ['Saved']],
  ]);
  expect(getChecks(step({ noMessage: [] }))).toEqual([
    ['noMessage', []],
    ['sight', { texts: ['Saved'] }],
  ]);
  expect(getChecks(step(null, { sight: null, messages: null }))).toEqual([]);
});

test('X88: a page must stay unchanged unless its step does more than the view shows', () => {
  expect(getChecks(step({ unchanged: true }, { messages: null }))).toEqual([
    ['unchanged'],
    ['sight', { texts: ['Saved'] }],
  ]);
  const more = { mayChangeMore: true, messages: null } as const;
  expect(getChecks(step({ unchanged: true }, more))).toEqual([['sight', { texts: ['Saved'] }]]);
  expect(getChecks(step({ unchanged: true, address: '/albums' }, { ...more, sight: null }))).toEqual([
    ['address', '/albums'],
  ]);
});
