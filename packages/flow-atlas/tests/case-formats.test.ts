import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { Case } from '../cases/case.ts';
import { formatCsv } from '../cases/csv.ts';
import { FORMATS } from '../cases/formats.ts';
import { findNearest, createUnknownNameError } from '../cases/nearest.ts';
import { describeAct, formatDuration, humanise, formatValue } from '../cases/words.ts';
import { fill, key, press, select } from 'model-testing/view/act';

const line = (words: string) => ({ words, line: words });
const one: Case = {
  id: 'lock-01234567',
  fingerprint: '89abcdef',
  flow: 'lock',
  title: 'Send, with "quotes"',
  preconditions: ['a door', 'at night'],
  steps: [
    {
      keyword: 'given',
      action: 'Begin.',
      data: ['D1: a guest', 'POST /check: code 1'],
      expected: [line('Shut.')],
      references: ['§1'],
    },
    {
      keyword: 'when',
      action: "=2+2, type 'é' 😀.",
      data: [],
      expected: [line('a\nb is <shown>.'), line('x | y & z is sent.')],
      references: ['D1', 'D2'],
    },
  ],
  references: ['D1', 'D2'],
  tags: ['lock', 'D1', 'two words'],
};
const [ACTION, EXPECTED] = ["=2+2, type 'é' 😀.", 'a\nb is <shown>.\nx | y & z is sent.'];

describe('formats', () => {
  test('TST-Q6: csv has one row per step, quoted by RFC 4180, and no formulas', () => {
    const text = FORMATS.csv([one]);
    expect(text.split('\r\n').at(-1)).toBe('');
    const [head, first, second, ...more] = parse(text, { bom: true }) as string[][];
    expect(more).toEqual([]);
    expect(head?.join()).toBe('ID,Title,Preconditions,Step,Action,Data,Expected,References,Tags,Fingerprint');
    expect(first).toEqual([
      one.id,
      one.title,
      'a door\nat night',
      '1',
      'Given: Begin.',
      'D1: a guest\nPOST /check: code 1',
      'Shut.',
      '§1',
      'lock, D1, two-words',
      '89abcdef',
    ]);
    expect(second?.slice(3, 8)).toEqual(['2', `'${ACTION}`, '', EXPECTED, 'D1, D2']);
  });

  test('TST-Q6: testrail and zephyr name a case in its first row only', () => {
    const [, first, second] = parse(FORMATS.testrail([one]), { bom: true }) as string[][];
    expect(first?.slice(0, 2)).toEqual([`${one.title} (${one.id})`, 'lock']);
    expect(second).toEqual(['', '', '', '', '', '', `'${ACTION}`, '', EXPECTED, 'D1, D2']);
    const [, name, next] = parse(FORMATS.zephyr([one]), { bom: true }) as string[][];
    expect(name?.slice(0, 4)).toEqual([`${one.title} (${one.id})`, 'a door\nat night', '/lock', 'lock,D1,two-words']);
    expect(next).toEqual(['', '', '', '', `'${ACTION}`, '', EXPECTED]);
  });

  test('TST-Q6: xray repeats the id and the type in each row, and its labels contain no spaces', () => {
    const [head, first, second] = parse(FORMATS.xray([one]), { bom: true }) as string[][];
    expect(head?.[0]).toBe('TCID');
    expect(first?.slice(0, 6)).toEqual([one.id, 'Manual', one.title, 'a door\nat night', 'lock;D1;two-words', 'lock']);
    expect(second?.slice(0, 6)).toEqual([one.id, 'Manual', '', '', '', '']);
  });

  test('TST-Q6: testrail-xml is XML with the same steps', () => {
    const read = new XMLParser({ processEntities: true }).parse(FORMATS['testrail-xml']([one])) as TestrailFile;
    const { name, cases } = read.sections.section;
    expect([name, cases.case.title]).toEqual(['lock', `${one.title} (${one.id})`]);
    const steps = cases.case.custom.steps_separated.step;
    expect(steps.map(({ index, content, expected }) => [index, content, expected])).toEqual([
      [1, 'Given: Begin.', 'Shut.'],
      [2, ACTION, EXPECTED],
    ]);
  });

  test('TST-Q6: markdown has a table of the steps without signs that mean something there', () => {
    const text = FORMATS.markdown([one]);
    const rows = text.split('\n').filter((row) => row.startsWith('| '));
    expect(rows).toHaveLength(4);
    expect(rows.at(-1)).toContain(String.raw`a b is &lt;shown>.<br>x \| y &amp; z is sent.`);
    expect(rows.every((row) => row.replaceAll(String.raw`\|`, '').split('|').length === 6)).toBe(true);
  });

  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
    [' a', '" a"'],
    ['-1', "'-1"],
  ])('csv quotes a cell of %j', (given, written) => expect(formatCsv([[given]])).toBe(`${written}\r\n`));

  test('TST-Q6: gherkin', () => {
    expect(FORMATS.gherkin([one])).toBe(`Feature: lock

  @lock-01234567 @lock @D1 @two-words
  Scenario: Send, with "quotes" (lock-01234567)
    Before: a door
    Before: at night
    Data: D1: a guest
    Data: POST /check: code 1

    Given Begin.
    When =2+2, type 'é' 😀.
    Then a b is <shown>.
    And x | y & z is sent.
`);
  });

  test('TST-Q6: text and json', () => {
    expect(FORMATS.text([one])).toContain("    2. When  =2+2, type 'é' 😀.");
    expect(FORMATS.text([one])).toContain('           Then Shut.\n           with POST /check: code 1  [§1]');
    expect(FORMATS.text([one])).toContain('   Data:   D1: a guest');
    expect(JSON.parse(FORMATS.json([one]))).toEqual([one]);
  });
});

/** What is read of TestRail's file. */
interface TestrailFile {
  readonly sections: {
    readonly section: {
      readonly name: string;
      readonly cases: {
        readonly case: { readonly title: string; readonly custom: { readonly steps_separated: Steps } };
      };
    };
  };
}
interface Steps {
  readonly step: readonly { readonly index: number; readonly content: string; readonly expected: string }[];
}

describe('words', () => {
  test.each([
    [press('button', 'Send', { role: 'dialog', name: 'Code' }), "press the button 'Send' in the dialog 'Code'"],
    [press('button', /^Send again/), "press the button 'Send again'"],
    [fill('Code', ''), "empty the field 'Code'"],
    [select('Town', 'Thika'), "select 'Thika' in the list 'Town'"],
    [key('Escape', 'dialog', 'Code'), "press the key Escape on the dialog 'Code'"],
  ])('%j', (act, words) => expect(describeAct(act)).toBe(words));

  test('a name that is a pattern is the text of the page that it matches', () => {
    expect(describeAct(press('checkbox', /^I accept/), ['Rules', 'I accept the rules.'])).toBe(
      "press the box 'I accept the rules.'",
    );
    expect(describeAct(press('checkbox', /^Oak \(/))).toBe("press the box 'Oak'");
  });

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
