import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { FlowNote } from 'flow-atlas/notes/notes';
import { allCharts } from '../../tools/flows/charts.ts';
import { listLostNotes, NOTES, readNotes, saveNote } from '../../tools/flows/notes.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'duka-notes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const note: FlowNote = { state: 'form', text: 'Ask for the county first?', by: 'Wanjiru', date: '2026-11-28' };
const lost: FlowNote = { ...note, state: 'form.gone', text: 'Is this needed?' };

test('TST-O9: a note is saved in the file of its flow, and a flow without notes has none', () => {
  expect(saveNote('checkout', { kind: 'add', note }, folder)).toEqual([note]);
  saveNote('checkout', { kind: 'add', note: lost }, folder);
  expect(readNotes('checkout', folder)).toEqual([note, lost]);
  expect(readFileSync(path.join(folder, 'checkout.json'), 'utf8')).toContain('"text": "Is this needed?"');
  saveNote('cart', { kind: 'add', note }, folder);
  expect(saveNote('cart', { kind: 'remove', note }, folder)).toEqual([]);
  expect(existsSync(path.join(folder, 'cart.json'))).toBe(false);
});

test('TST-O9: notes whose state or flow is gone are listed', async () => {
  saveNote('checkout', { kind: 'add', note: lost }, folder);
  saveNote('old-flow', { kind: 'add', note }, folder);
  const file = (flow: string) => path.join(folder, `${flow}.json`);
  expect(listLostNotes(await allCharts(), folder).toSorted()).toEqual([
    `  ${file('checkout')}: form.gone: Is this needed? (Wanjiru, 2026-11-28)`,
    `  ${file('old-flow')}: form: Ask for the county first? (Wanjiru, 2026-11-28)`,
  ]);
});

test('TST-O9: a damaged file is named', () => {
  writeFileSync(path.join(folder, 'login.json'), '{"notes": [');
  expect(() => readNotes('login', folder)).toThrow(/login\.json: The file has no notes/);
});

test('TST-O9: every file of notes can be read', async () => {
  for (const { flow } of await allCharts()) expect(() => readNotes(flow, NOTES), flow).not.toThrow();
});
