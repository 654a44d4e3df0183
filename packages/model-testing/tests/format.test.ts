import { describe, expect, test } from 'vitest';
import { parseFlow } from '../table/flow.ts';
import { formatTable, WIDTH } from '../table/format.ts';

const long = 'word '.repeat(60).trim();
const table = (row: string, state = '{ shows: [], ref: "§1" }') => `flow: code
about: A code.
start: open
states:
  open: ${state}
rows:
  # the first
  - ${row}
  # the last
  - { from: open, on: press, to: open, ref: "§1" }
`;
const short = '{ from: open, on: "press", when: "a", to: open, calls: ["GET /a"], says: null, does: ["x"], ref: "§2" }';

describe('a formatted table', () => {
  test('is stable', () => expect(formatTable(table(short))).toBe(table(short)));

  test.each([
    [
      'another order',
      '{ ref: "§2", to: open, does: ["x"], says: null, calls: ["GET /a"], when: "a", on: "press", from: open }',
    ],
    ['quotes around names', short.replace('from: open', 'from: "open"')],
    ['a key a line', short.replace('{ ', '\n      ').replaceAll(', ', '\n      ').replace(' }', '')],
  ])('is the same for a row with %s', (_, row) => expect(formatTable(table(row))).toBe(table(short)));

  test('omits empty values', () =>
    expect(formatTable(table(short.replace('["GET /a"]', '[]'), '{ shows: [], says: null, ref: "§1" }'))).toBe(
      table(short.replace('calls: ["GET /a"], ', '')),
    ));

  test.each([
    [
      'a row',
      table(
        `{ from: open, on: "press", to: open, says: "${'word '.repeat(30)}", does: ["${'do '.repeat(30)}"], ref: "§2" }`,
      ),
    ],
    [
      'a list',
      table(`{ from: open, on: "press", to: open, does: [${'"a thing it does", '.repeat(30)}"b"], ref: "§2" }`),
    ],
    ['a text', table(`{ from: open, on: "press \\"now\\"", to: open, says: "${long}", ref: "§2" }`)],
    ['a plain text', table(short).replace('A code.', `A code, ${long}`)],
  ])('wraps %s that exceeds a line', (_, text) => {
    const formatted = formatTable(text);
    expect(formatted.split('\n').every((line) => line.length <= WIDTH)).toBe(true);
    expect(formatted.split('\n').length).toBeGreaterThan(text.split('\n').length);
    expect(parseFlow('code', formatted)).toEqual(parseFlow('code', text));
    expect(formatTable(formatted)).toBe(formatted);
  });

  test('starts a line with the consequences', () => {
    const row = `{ from: open, on: "press", to: open, does: ["${'do '.repeat(60)}"], ref: "§2" }`;
    expect(formatTable(table(row))).toContain('\n  - { from: open, on: "press", to: open,\n      does: ["do');
  });
});
