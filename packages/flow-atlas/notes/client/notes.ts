import { allStates } from '../../atlas/chart.ts';
import type { Chart } from '../../atlas/chart.ts';
import type { PageData } from '../../atlas/data.ts';
import { escape } from '../../atlas/draw.ts';
import { getStateLabel, getTriggerLabel } from '../../atlas/labels.ts';
import { findSlot } from '../../atlas/client/api.ts';
import type { ChartSelection, ChartView } from '../../atlas/client/chart-view.ts';
import { saveFile } from '../../atlas/client/save-file.ts';
import { findLostNotes, formatNotes, LONGEST_NAME, LONGEST_NOTE } from '../notes.ts';
import type { FlowNote } from '../notes.ts';
import { markNotes } from './note-marks.ts';
import { NoteStore } from './note-store.ts';
import './notes.css';

/** A place that a note can be on. */
interface Place {
  readonly label: string;
  readonly on: { readonly state: string } | { readonly transition: string };
}

const NAME_KEY = 'flow-notes-by';

/** Notes on the selected state or line, in the panel; without a selection, all notes of the flow. */
export function mountNotes(view: ChartView, data: PageData): void {
  const slot = findSlot('notes');
  if (slot === null || data.notes === null) return;
  const {
    chart,
    notes: { folder, notes },
  } = data;
  const world = document.getElementById('world');
  /** Typed texts by place: they outlast another selection. */
  const drafts = new Map<string, string>();
  let places: readonly Place[] = [];
  const store = new NoteStore(chart.flow, notes, () => update());

  const update = () => {
    // The typed text and the focus stay where they are.
    const list = slot.querySelector('[data-notes="list"]');
    if (list !== null) list.innerHTML = renderList(chart, getShown(store.notes, places), places.length === 0);
    const state = slot.querySelector('[data-notes="state"]');
    if (state !== null) state.innerHTML = renderState(store, `${folder}/${chart.flow}.json`);
    slot.hidden = places.length === 0 && store.notes.length === 0 && store.isSaved;
    if (world instanceof SVGGElement) markNotes(world, view, store.notes);
  };
  const show = (chosen: ChartSelection | null) => {
    places = chosen === null ? [] : getPlaces(chart, chosen);
    slot.innerHTML = `<h3>Notes</h3><div data-notes="list"></div>${places.length === 0 ? '' : renderForm(places)}<p role="status" data-notes="state"></p>`;
    const text = slot.querySelector('textarea');
    if (text !== null) text.value = drafts.get(toKey(places)) ?? '';
    const name = slot.querySelector<HTMLInputElement>('[name="by"]');
    if (name !== null) name.value = readName();
    update();
  };

  slot.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLTextAreaElement) drafts.set(toKey(places), target.value);
  });
  slot.addEventListener('submit', (event) => {
    event.preventDefault();
    const fields = new FormData(event.target as HTMLFormElement);
    const text = String(fields.get('text')).trim();
    const by = String(fields.get('by')).trim();
    const place = places[Number(fields.get('place') ?? 0)];
    if (place === undefined || text === '' || by === '') return;
    writeName(by);
    drafts.delete(toKey(places));
    const field = slot.querySelector('textarea');
    if (field !== null) field.value = '';
    store.change({ kind: 'add', note: { ...place.on, text, by, date: today() } });
  });
  slot.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-remove], [data-download]') : null;
    if (button === null) return;
    const note = store.notes[Number(button.dataset['remove'])];
    if (note !== undefined) store.change({ kind: 'remove', note });
    else saveFile(`${chart.flow}.json`, formatNotes(store.notes));
  });
  view.onSelect(show);
  view.onDraw(() => {
    if (world instanceof SVGGElement) markNotes(world, view, store.notes);
  });
  show(view.chosen);
}

/** A note with its position among all notes of the flow. */
interface Shown {
  readonly note: FlowNote;
  readonly index: number;
}

function getShown(notes: readonly FlowNote[], places: readonly Place[]): Shown[] {
  return notes
    .map((note, index) => ({ note, index }))
    .filter(({ note }) => places.length === 0 || places.some((place) => isOn(note, place)));
}

function isOn(note: FlowNote, { on }: Place): boolean {
  return 'state' in note
    ? 'state' in on && on.state === note.state
    : 'transition' in on && on.transition === note.transition;
}

/** Returns the places of a selection: a state, or each transition of a line. */
function getPlaces(chart: Chart, chosen: ChartSelection): Place[] {
  if ('state' in chosen) {
    const state = allStates(chart.root).find(({ id }) => id === chosen.state);
    return state === undefined ? [] : [{ label: getStateLabel(chart, state), on: { state: state.name } }];
  }
  return chosen.edges.flatMap((index) => {
    const edge = chart.edges[index];
    return edge === undefined ? [] : [{ label: getTriggerLabel(chart, edge), on: { transition: edge.id } }];
  });
}

const toKey = (places: readonly Place[]) => JSON.stringify(places.map(({ on }) => on));

function renderList(chart: Chart, shown: readonly Shown[], isWhole: boolean): string {
  const lost = new Set(
    findLostNotes(
      shown.map(({ note }) => note),
      chart,
    ),
  );
  const [gone, here] = [shown.filter(({ note }) => lost.has(note)), shown.filter(({ note }) => !lost.has(note))];
  const toList = (some: readonly Shown[]) =>
    some.length === 0 ? '' : `<ul class="notes">${some.map((one) => renderNote(chart, one, isWhole)).join('')}</ul>`;
  return `${toList(here)}${gone.length === 0 ? '' : `<h4>Notes on a place that is gone</h4>${toList(gone)}`}`;
}

function renderNote(chart: Chart, { note, index }: Shown, hasPlace: boolean): string {
  const { text, by, date } = note;
  return `<li>${hasPlace ? `<p class="small">${renderPlace(chart, note)}</p>` : ''}<p class="said">${escape(text)}</p>
<p class="small">${escape(by)}, ${escape(date)} <button type="button" data-remove="${index}" aria-label="Remove the note of ${escape(by)}">Remove</button></p></li>`;
}

function renderPlace(chart: Chart, note: FlowNote): string {
  if ('state' in note) {
    const state = allStates(chart.root).find(({ name }) => name === note.state);
    return state === undefined ? escape(note.state) : renderLink(state.id, getStateLabel(chart, state));
  }
  const edge = chart.edges.find(({ id }) => id === note.transition);
  if (edge === undefined) return escape(note.transition);
  return renderLink(edge.from, getTriggerLabel(chart, edge));
}

function renderLink(state: string, words: string): string {
  return `<a href="#" data-choose="${escape(state)}">${escape(words)}</a>`;
}

function renderForm(places: readonly Place[]): string {
  const options = places.map(({ label }, index) => `<option value="${index}">${escape(label)}</option>`).join('');
  return `<form class="note-form">${places.length === 1 ? '' : `<label>Note on <select name="place">${options}</select></label>`}
<label>New note <textarea name="text" rows="2" required maxlength="${LONGEST_NOTE}"></textarea></label>
<label>Your name <input name="by" required maxlength="${LONGEST_NAME}" autocomplete="name"></label>
<button>Add note</button></form>`;
}

function renderState({ notes, isSaved, hasServer }: NoteStore, file: string): string {
  if (isSaved) return notes.length === 0 ? '' : `Saved in ${escape(file)}.`;
  const why = hasServer
    ? 'The server could not save the notes.'
    : 'Only in this browser until they are in the project.';
  return `${why} <button type="button" data-download>Download the notes</button> and save them as ${escape(file)}.`;
}

/** The day in the writer's own calendar. */
function today(): string {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

function readName(): string {
  try {
    return localStorage.getItem(NAME_KEY) ?? '';
  } catch {
    return '';
  }
}

function writeName(name: string): void {
  try {
    localStorage.setItem(NAME_KEY, name);
  } catch {
    // The form requests the name again.
  }
}
