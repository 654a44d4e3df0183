import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Chart } from '../atlas/chart.ts';
import { changeNotes, findLostNotes, formatNotes, parseNotes } from './notes.ts';
import type { FlowNote, NoteChange } from './notes.ts';

/** Notes in a folder of a project, one file for each flow. */

const fileOf = (folder: string, flow: string) => path.join(folder, `${flow}.json`);

/** Reads the notes of a flow. Throws a sentence when its file is damaged. */
export function readNotes(folder: string, flow: string): FlowNote[] {
  const file = fileOf(folder, flow);
  if (!existsSync(file)) return [];
  try {
    return parseNotes(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Changes the notes of a flow in its file, and returns them. A flow without notes has no file. */
export function saveNote(folder: string, flow: string, change: NoteChange): FlowNote[] {
  const notes = changeNotes(readNotes(folder, flow), change);
  if (notes.length === 0) rmSync(fileOf(folder, flow), { force: true });
  else {
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf(folder, flow), formatNotes(notes));
  }
  return notes;
}

/** Lists the notes whose state, transition or flow no longer exists, as lines. */
export function listLostNotes(folder: string, charts: readonly Pick<Chart, 'flow' | 'root' | 'edges'>[]): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return files.flatMap((name) => {
    const flow = path.basename(name, '.json');
    const chart = charts.find((one) => one.flow === flow);
    const notes = readNotes(folder, flow);
    const lost = chart === undefined ? notes : findLostNotes(notes, chart);
    return lost.map((note) => {
      const place = 'state' in note ? note.state : note.transition;
      return `  ${fileOf(folder, flow)}: ${place}: ${note.text} (${note.by}, ${note.date})`;
    });
  });
}
