import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Chart } from 'flow-atlas/atlas/chart';
import { changeNotes, findLostNotes, formatNotes, parseNotes } from 'flow-atlas/notes/notes';
import type { FlowNote, NoteChange } from 'flow-atlas/notes/notes';

/** Notes of product owners about the flows, one file for each flow (docs/flows.md). */
export const NOTES = 'docs/flow-notes';

const fileOf = (flow: string, folder: string) => path.join(folder, `${flow}.json`);

/** Reads the notes of a flow. Throws a sentence when its file is damaged. */
export function readNotes(flow: string, folder = NOTES): FlowNote[] {
  const file = fileOf(flow, folder);
  if (!existsSync(file)) return [];
  try {
    return parseNotes(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Changes the notes of a flow in its file, and returns them. A flow without notes has no file. */
export function saveNote(flow: string, change: NoteChange, folder = NOTES): FlowNote[] {
  const notes = changeNotes(readNotes(flow, folder), change);
  if (notes.length === 0) rmSync(fileOf(flow, folder), { force: true });
  else {
    mkdirSync(folder, { recursive: true });
    writeFileSync(fileOf(flow, folder), formatNotes(notes));
  }
  return notes;
}

/** Lists the notes whose state, transition or flow is gone, as lines. */
export function listLostNotes(charts: readonly Pick<Chart, 'flow' | 'root' | 'edges'>[], folder = NOTES): string[] {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : [];
  return files.flatMap((name) => {
    const flow = path.basename(name, '.json');
    const chart = charts.find((one) => one.flow === flow);
    const notes = readNotes(flow, folder);
    const lost = chart === undefined ? notes : findLostNotes(notes, chart);
    return lost.map((note) => {
      const place = 'state' in note ? note.state : note.transition;
      return `  ${fileOf(flow, folder)}: ${place}: ${note.text} (${note.by}, ${note.date})`;
    });
  });
}
