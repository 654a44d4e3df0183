import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FlowNote } from 'flow-atlas/notes/notes';
import { listLostNotes, readNotes, saveNote } from 'flow-atlas/notes/files';
import { NOTES } from '../../scripts/dev/note-keeper.ts';
import { allCharts } from '../../tools/flows/charts.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'duka-notes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const note: FlowNote = { state: 'form', text: 'Ask for the county first?', by: 'Wanjiru', date: '2026-11-28' };
const lost: FlowNote = { ...note, state: 'form.gone', text: 'Is this needed?' };

test('TST-O9: a note is saved in the file of its flow, and a flow without notes has none', () => {
  expect(saveNote(folder, 'checkout', { kind: 'add', note })).toEqual([note]);
  saveNote(folder, 'checkout', { kind: 'add', note: lost });
  expect(readNotes(folder, 'checkout')).toEqual([note, lost]);
  expect(readFileSync(path.join(folder, 'checkout.json'), 'utf8')).toContain('"text": "Is this needed?"');
  saveNote(folder, 'cart', { kind: 'add', note });
  expect(saveNote(folder, 'cart', { kind: 'remove', note })).toEqual([]);
  expect(existsSync(path.join(folder, 'cart.json'))).toBe(false);
});

test('TST-O9: notes whose state or flow is gone are listed', async () => {
  saveNote(folder, 'checkout', { kind: 'add', note: lost });
  saveNote(folder, 'old-flow', { kind: 'add', note });
  const file = (flow: string) => path.join(folder, `${flow}.json`);
  expect(listLostNotes(folder, await allCharts()).toSorted()).toEqual([
    `  ${file('checkout')}: form.gone: Is this needed? (Wanjiru, 2026-11-28)`,
    `  ${file('old-flow')}: form: Ask for the county first? (Wanjiru, 2026-11-28)`,
  ]);
});

test('TST-O9: a damaged file is named', () => {
  writeFileSync(path.join(folder, 'login.json'), '{"notes": [');
  expect(() => readNotes(folder, 'login')).toThrow(/login\.json: The file has no notes/);
});

test('TST-O9: every file of notes can be read', async () => {
  for (const { flow } of await allCharts()) expect(() => readNotes(NOTES, flow), flow).not.toThrow();
});
