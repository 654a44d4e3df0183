import { describe, expect, test } from 'vitest';
import { createChart } from '../atlas/create-chart.ts';
import { changeNotes, findLostNotes, formatNotes, parseNoteChange, parseNotes } from '../notes/notes.ts';
import type { FlowNote } from '../notes/notes.ts';
import { playerMachine } from './atlas-machine.ts';

const chart = createChart('media-player', playerMachine);
const by = 'Wanjiru';
const date = '2026-11-28';
const onState: FlowNote = { state: 'loaded.track', text: 'Should it remember the track?', by, date };
const transition = chart.edges.find(({ on }) => on === 'pause.press')?.id ?? '';
const onTransition: FlowNote = { transition, text: 'A press too many.', by, date };

describe('TST-O9: a file of notes', () => {
  test.each(['"quotes", commas; semicolons', 'two\nlines', '👍🏽 emoji', '<b>markup</b> & {braces}', '=SUM(A1)'])(
    'keeps the text %j',
    (text) => {
      const notes = [{ ...onState, text }, onTransition];
      expect(parseNotes(formatNotes(notes))).toEqual(notes);
    },
  );

  test.each([
    ['', 'The file has no notes: '],
    ['{"notes":[{"state":"empty"}]}', 'The file has no notes: notes.0'],
    ['{"notes":[],"more":1}', 'The file has no notes: more'],
    [formatNotes([{ ...onState, date: '28/11/2026' }]), 'The file has no notes: notes.0'],
    [formatNotes([{ ...onState, text: 'x'.repeat(1_001) }]), 'The file has no notes: notes.0'],
  ])('is refused with a sentence: %j', (text, sentence) => {
    expect(() => parseNotes(text)).toThrow(sentence);
  });

  test('has one line in a review for each added field', () => {
    expect(formatNotes([onState]).split('\n')).toHaveLength(11);
  });
});

test('TST-O9: the same change twice changes nothing, and a removed note can be added again', () => {
  const add = { kind: 'add', note: onState } as const;
  const once = changeNotes([onTransition], add);
  expect(once).toEqual([onTransition, onState]);
  expect(changeNotes(once, add)).toEqual(once);
  const without = changeNotes(once, { kind: 'remove', note: onState });
  expect(without).toEqual([onTransition]);
  expect(changeNotes(without, { kind: 'remove', note: onState })).toEqual(without);
  expect(changeNotes(without, add)).toEqual(once);
  // Another person may write the same.
  expect(changeNotes(once, { kind: 'add', note: { ...onState, by: 'Otieno' } })).toHaveLength(3);
});

test('TST-O9: a change of a page is checked like a file', () => {
  expect(parseNoteChange(JSON.stringify({ kind: 'add', note: onState }))).toEqual({ kind: 'add', note: onState });
  for (const change of [{ kind: 'clear', note: onState }, { kind: 'add', note: { ...onState, text: '  ' } }, {}])
    expect(() => parseNoteChange(JSON.stringify(change))).toThrow('This is no note: ');
});

test('TST-O9: notes whose state or transition is gone are found', () => {
  const lost: FlowNote[] = [
    { ...onState, state: 'loaded.video' },
    { ...onTransition, transition: 'empty: lid.open -> open' },
  ];
  expect(findLostNotes([onState, ...lost, onTransition], chart)).toEqual(lost);
});
