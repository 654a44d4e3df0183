import * as v from 'valibot';
import { allStates } from '../atlas/chart.ts';
import type { Chart } from '../atlas/chart.ts';

/** Notes of readers about the states and transitions of a flow: one JSON file per flow, which reviews show. */

export const LONGEST_NOTE = 1_000;
export const LONGEST_NAME = 60;

const text = (longest: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest));
const written = {
  text: text(LONGEST_NOTE),
  /** Name of the writer. */
  by: text(LONGEST_NAME),
  /** Day in the writer's calendar: `2026-11-28`. */
  date: v.pipe(v.string(), v.isoDate()),
};
const NOTE = v.union([
  v.strictObject({ state: v.string(), ...written }),
  v.strictObject({ transition: v.string(), ...written }),
]);
const FILE = v.strictObject({ notes: v.array(NOTE) });
const CHANGE = v.strictObject({ kind: v.picklist(['add', 'remove']), note: NOTE });

/** A note on a state, by its path (`open.code`), or on a transition, by its id (`open: code.type [isLong] -> (stays)`). */
export type FlowNote = Readonly<v.InferOutput<typeof NOTE>>;
export type NoteChange = Readonly<v.InferOutput<typeof CHANGE>>;

/** Parses a file of notes. Throws a sentence when it is none. */
export function parseNotes(json: string): FlowNote[] {
  const parsed = v.safeParse(FILE, parseJson(json));
  if (!parsed.success) throw new Error(`The file has no notes: ${describeIssue(parsed.issues[0])}`);
  return parsed.output.notes;
}

/** Parses a change from a page. Throws a sentence when it is none. */
export function parseNoteChange(json: string): NoteChange {
  const parsed = v.safeParse(CHANGE, parseJson(json));
  if (!parsed.success) throw new Error(`This is no note: ${describeIssue(parsed.issues[0])}`);
  return parsed.output;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function describeIssue({ message, path }: v.BaseIssue<unknown>): string {
  const place = path?.map(({ key }) => String(key)).join('.');
  return place === undefined ? message : `${place}: ${message}`;
}

export function formatNotes(notes: readonly FlowNote[]): string {
  return `${JSON.stringify({ notes }, null, 2)}\n`;
}

/** Adds or removes a note. The same change twice changes nothing. */
export function changeNotes(notes: readonly FlowNote[], { kind, note }: NoteChange): FlowNote[] {
  const others = notes.filter((one) => !isSame(one, note));
  if (kind === 'remove') return others;
  return others.length < notes.length ? [...notes] : [...notes, note];
}

function isSame(one: FlowNote, other: FlowNote): boolean {
  return getPlace(one) === getPlace(other) && one.text === other.text && one.by === other.by && one.date === other.date;
}

function getPlace(note: FlowNote): string {
  return 'state' in note ? note.state : note.transition;
}

/** Returns the notes whose state or transition the flow no longer has. */
export function findLostNotes(notes: readonly FlowNote[], { root, edges }: Pick<Chart, 'root' | 'edges'>): FlowNote[] {
  const states = new Set(allStates(root).map(({ name }) => name));
  const transitions = new Set(edges.map(({ id }) => id));
  return notes.filter((note) => ('state' in note ? !states.has(note.state) : !transitions.has(note.transition)));
}
