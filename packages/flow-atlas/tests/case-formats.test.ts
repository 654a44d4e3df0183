import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Case } from '../cases/case.ts';
import { formatCsv } from '../cases/csv.ts';
import { FORMATS } from '../cases/formats.ts';
import { findNearest, createUnknownNameError } from '../cases/nearest.ts';
import { describeAct, formatDuration, humanise, formatValue } from '../cases/words.ts';
import { fill, key, press, select } from 'model-testing/view/act';

const one: Case = {
  id: 'lock-01234567',
  flow: 'lock',
  title: 'Send, with "quotes"',
  preconditions: ['a door', 'at night'],
  steps: [
    { keyword: 'given', action: 'Begin.', expected: ['It is now: shut'], references: ['§1'] },
    { keyword: 'when', action: "=2+2, types 'é'.", expected: ['Shown: a\nb', 'Sent: x'], references: ['D1', 'D2'] },
  ],
  references: ['D1', 'D2'],
  tags: ['lock', 'D1'],
};

describe('formats', () => {
  test('csv has one row per step, quoted by RFC 4180, and no formulas', () => {
    const text = FORMATS.csv([one]);
    expect(text.split('\r\n').at(-1)).toBe('');
    const [head, first, second, ...more] = parse(text, { bom: true }) as string[][];
    expect(more).toEqual([]);
    expect(head).toEqual(['ID', 'Title', 'Preconditions', 'Step', 'Action', 'Expected', 'References', 'Tags']);
    expect(first).toEqual([
      one.id,
      one.title,
      'a door\nat night',
      '1',
      'Given: Begin.',
      'It is now: shut',
      '§1',
      'lock, D1',
    ]);
    expect(second?.slice(3)).toEqual(['2', "'=2+2, types 'é'.", 'Shown: a\nb\nSent: x', 'D1, D2', 'lock, D1']);
  });

  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    [' a', '" a"'],
    ['-1', "'-1"],
  ])('csv quotes a cell of %j', (given, written) => expect(formatCsv([[given]])).toBe(`${written}\r\n`));

  test('gherkin', () => {
    expect(FORMATS.gherkin([one])).toBe(`Feature: lock

  @lock-01234567 @lock @D1
  Scenario: Send, with "quotes" (lock-01234567)
    Given a door
    And at night
    And Begin.
    When =2+2, types 'é'.
    Then Shown: a b
    And Sent: x
`);
  });

  test('text and json', () => {
    expect(FORMATS.text([one])).toContain("    2. When  =2+2, types 'é'.");
    expect(FORMATS.text([one])).toContain('Then It is now: shut  [§1]');
    expect(JSON.parse(FORMATS.json([one]))).toEqual([one]);
  });
});

describe('words', () => {
  test.each([
    [press('button', 'Send', { role: 'dialog', name: 'Code' }), "presses the button 'Send' in the dialog 'Code'"],
    [press('button', /^Send again/), "presses the button 'Send again…'"],
    [fill('Code', ''), "empties the field 'Code'"],
    [select('Town', 'Thika'), "selects 'Thika' in the list 'Town'"],
    [key('Escape', 'dialog', 'Code'), "presses the key Escape on the dialog 'Code'"],
  ])('%j', (act, words) => expect(describeAct(act)).toBe(words));

  test('values, times and names', () => {
    expect([undefined, null, {}, { a: 'b', c: [1, {}] }].map(formatValue)).toEqual([
      '',
      'null',
      '',
      "{a: 'b', c: [1, {}]}",
    ]);
    expect(formatValue('x'.repeat(500))).toHaveLength(160);
    expect([250, 3_000, 75_000, 600_000, 7_200_000].map(formatDuration)).toEqual([
      '250 ms',
      '3 s',
      '1 min 15 s',
      '10 min',
      '2 h',
    ]);
    expect(['track.ended', 'watchSession'].map(humanise)).toEqual(['track ended', 'watch session']);
  });

  test('suggests similar names', () => {
    const known = ['login', 'sign-up', 'media-player'];
    expect(findNearest('lgoin', known)).toEqual(['login']);
    expect(findNearest('player', known)).toEqual(['media-player']);
    expect(createUnknownNameError('machine called', 'x', known).message).toBe(
      "There is no machine called 'x'. There are: login, sign-up, media-player.",
    );
  });
});
