import { AstBuilder, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator } from '@cucumber/messages';
import { parse } from 'csv-parse/sync';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import { FORMATS } from '../cases/formats.ts';
import { createHostileCase, HOSTILE_TEXTS } from './hostile-texts.ts';

/** Each format is read back with the texts that it could read as its own. */

const all = HOSTILE_TEXTS.map((hostile, index) => ({ ...hostile, one: createHostileCase(hostile, index) }));

/** A spreadsheet must not evaluate a cell. */
const cell = (text: string) => (/^[=+\-@＝\n]/.test(text) ? `'${text}` : text);

describe.each(all)('$name', (hostile) => {
  const { text, line, tag, one } = hostile;
  const named = `${line} (${one.id})`;

  test('TST-Q6: json keeps it', () => expect(JSON.parse(FORMATS.json([one]))).toEqual([one]));

  test('TST-Q6: csv keeps it; a title and a tag are one line', () => {
    const [, first, second, ...more] = readCsv(FORMATS.csv([one]));
    expect(more).toEqual([]);
    expect(first?.slice(0, 5)).toEqual([one.id, cell(line), cell(text), '1', 'Given: Begin.']);
    expect(second?.slice(4)).toEqual([cell(text), cell(text), cell(text), 'D1', `door, ${tag}`, '89abcdef']);
  });

  test('TST-Q6: testrail keeps it', () => {
    const [, first, second, ...more] = readCsv(FORMATS.testrail([one]));
    expect(more).toEqual([]);
    expect([first?.[0], first?.[5]]).toEqual([cell(named), cell(text)]);
    expect(second?.slice(6)).toEqual([cell(text), cell(text), cell(text), 'D1']);
  });

  test('TST-Q6: xray keeps it', () => {
    const [, first, second, ...more] = readCsv(FORMATS.xray([one]));
    expect(more).toEqual([]);
    expect(first?.slice(0, 6)).toEqual([one.id, 'Manual', cell(line), cell(text), `door;${tag}`, 'door']);
    expect(second).toEqual([one.id, 'Manual', '', '', '', '', cell(text), cell(text), cell(text)]);
  });

  test('TST-Q6: zephyr keeps it', () => {
    const [, first, second, ...more] = readCsv(FORMATS.zephyr([one]));
    expect(more).toEqual([]);
    expect(first?.slice(0, 4)).toEqual([cell(named), cell(text), '/door', `door,${tag}`]);
    expect(second).toEqual(['', '', '', '', cell(text), cell(text), cell(text)]);
  });

  test('TST-Q6: testrail-xml keeps it, with the line breaks of XML', () => {
    const found = readXml(FORMATS['testrail-xml']([one]));
    const kept = text.replaceAll('\r\n', '\n');
    expect(found.title).toBe(named);
    expect(found.custom.preconds).toBe(kept);
    expect(found.custom.steps_separated.step[1]).toEqual({
      index: '2',
      content: kept,
      expected: kept,
      additional_info: kept,
      refs: 'D1',
    });
  });

  test('TST-Q6: gherkin keeps it in one line', () => {
    const scenario = readGherkin(FORMATS.gherkin([one]))[0];
    expect(scenario).toEqual({
      name: named,
      tags: [`@${one.id}`, '@door', `@${tag}`],
      description: [`Before: ${line}`, `Data: ${line}`],
      steps: ['Given Begin.', `When ${line}`, `Then ${line}`],
    });
  });

  test('TST-Q6: markdown keeps it in one line', () => {
    const { title, before, cells } = readMarkdown(FORMATS.markdown([one]));
    expect([title, before]).toEqual([line, line]);
    expect(cells).toEqual([
      ['1', 'Given: Begin.', '', 'Shut.'],
      ['2', line, line, line],
    ]);
  });

  test('TST-Q6: text keeps it in one line', () => {
    const lines = FORMATS.text([one]).split('\n');
    const own = [`1. ${line}`, `   Before: ${line}`, `    2. When  ${line}`, `           Then ${line}`];
    expect(lines).toEqual(expect.arrayContaining([...own, `           with ${line}  [D1]`]));
    expect(lines[1]).toBe(`   ${one.id}   @door @${tag}`);
  });
});

test('TST-Q6: one file keeps all of them apart', () => {
  const cases = all.map(({ one }) => one);
  const ids = cases.map(({ id }) => id);
  expect([...new Set(readCsv(FORMATS.xray(cases)).map(([id]) => id))]).toEqual(['TCID', ...ids]);
  expect(readGherkin(FORMATS.gherkin(cases)).map(({ tags }) => tags[0])).toEqual(ids.map((id) => `@${id}`));
});

test('TST-Q6: gherkin of several flows is one feature with a rule for each', () => {
  const cases = all.slice(0, 2).map(({ one }, index) => ({ ...one, flow: `flow-${index}` }));
  const feature = parseGherkin(FORMATS.gherkin(cases));
  expect(feature?.children.map(({ rule }) => [rule?.name, rule?.children.length])).toEqual([
    ['flow-0', 1],
    ['flow-1', 1],
  ]);
});

function readCsv(text: string): string[][] {
  return parse(text, { bom: true });
}

interface XmlCase {
  readonly title: string;
  readonly custom: { readonly preconds: string; readonly steps_separated: { readonly step: readonly object[] } };
}

function readXml(text: string): XmlCase {
  const parser = new XMLParser({ trimValues: false, parseTagValue: false });
  const read = parser.parse(text) as { sections: { section: { cases: { case: XmlCase } } } };
  return read.sections.section.cases.case;
}

function parseGherkin(text: string) {
  const parser = new Parser(new AstBuilder(IdGenerator.incrementing()), new GherkinClassicTokenMatcher());
  return parser.parse(text).feature;
}

function readGherkin(text: string) {
  return (parseGherkin(text)?.children ?? []).flatMap(({ scenario }) => {
    if (scenario === undefined) return [];
    const { name, tags, description, steps } = scenario;
    return {
      name,
      tags: tags.map((tag) => tag.name),
      description: description.split('\n').map((row) => row.trim()),
      steps: steps.map((step) => `${step.keyword}${step.text}`),
    };
  });
}

/** Reads a table as GitHub does: a cell ends at a pipe without a backslash. */
function readMarkdown(text: string) {
  const lines = text.split('\n');
  const rows = lines.filter((row) => row.startsWith('|')).slice(2);
  const cells = rows.map((row) =>
    [...row.matchAll(/((?:\\.|[^|\\])*)\|/gs)].slice(1).map(([, one = '']) => one.trim()),
  );
  // Every sign that Markdown would read as its own is escaped.
  for (const one of cells.flat()) expect(one.replaceAll(/\\./gs, '')).not.toMatch(/[*_`~[\]#<]/);
  return {
    title: unescape(lines[0]?.replace('### ', '') ?? ''),
    before: unescape(lines.find((row) => row.startsWith('Before: '))?.replace('Before: ', '') ?? ''),
    cells: cells.map((row) => row.map(unescape)),
  };
}

function unescape(text: string): string {
  return text
    .replaceAll(/\\([!-/:-@[-`{-~])/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}
