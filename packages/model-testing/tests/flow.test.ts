import { describe, expect, test } from 'vitest';
import { parseFlow, getRowName } from '../table/flow.ts';

describe('parsing a table', () => {
  const table = ({ row = '', state = '', top = '', ms = '' }) => `
flow: code
start: open
states: { open: { shows: [], says: null, ref: "§1" ${state} } }
rows: [{ from: open, on: "press", to: open, ref: "§1" ${row} }${ms}]
${top}`;

  test('accepts a table with known words', () => expect(parseFlow('code', table({})).rows).toHaveLength(1));

  test('makes a row for each thing that happens', () => {
    const { rows } = parseFlow('code', table({}).replace('"press"', '[press, "GET /a fails(any)"]'));
    expect(rows.map(getRowName)).toEqual(['open: press', 'open: GET /a fails(any)']);
  });

  test.each([
    ['for an unknown column of a row', { row: ', unless: "later"' }, "no row has 'unless'"],
    ['for an unknown word of a state', { state: ', hides: "x"' }, "no state has 'hides'"],
    ['for an unknown part', { top: 'extras: []' }, "no flow has 'extras'"],
    [
      'for a row to a state that it does not have',
      { ms: ', { from: open, on: press, to: shut, ref: x }' },
      'no state is called shut',
    ],
    ['for a timer without its time', { ms: ', { from: open, on: timer, to: open, ref: x }' }, 'a timer has ms'],
    [
      'for a time that is no number',
      { ms: ', { from: open, on: timer, ms: soon, to: open, ref: x }' },
      'a timer has ms',
    ],
  ])('%s', (_, change, complaint) => expect(() => parseFlow('code', table(change))).toThrow(complaint));
});
