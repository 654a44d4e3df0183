import { changeNotes, parseNoteChange, parseNotes } from '../notes.ts';
import type { FlowNote, NoteChange } from '../notes.ts';

/**
 * The notes of one flow. A development server writes each change into the project immediately. Elsewhere changes stay in
 * this browser until a built page has them.
 */
export class NoteStore {
  readonly #flow: string;
  readonly #onChange: () => void;
  #base: readonly FlowNote[];
  /** Changes that are not in the project yet, oldest first. */
  #changes: readonly NoteChange[];
  #hasServer = false;
  #isSending = false;

  constructor(flow: string, base: readonly FlowNote[], onChange: () => void) {
    this.#flow = flow;
    this.#base = base;
    this.#changes = readChanges(flow);
    this.#onChange = onChange;
    this.#dropDone();
    void this.#connect();
  }

  get notes(): readonly FlowNote[] {
    return this.#changes.reduce(changeNotes, [...this.#base]);
  }

  get isSaved(): boolean {
    return this.#changes.length === 0;
  }

  get hasServer(): boolean {
    return this.#hasServer;
  }

  change(change: NoteChange): void {
    this.#changes = [...this.#changes, change];
    this.#update();
    void this.#send();
  }

  async #connect(): Promise<void> {
    const current = await request(this.#flow);
    if (current === null) return;
    this.#hasServer = true;
    this.#base = current;
    this.#update();
    await this.#send();
  }

  /** Sends the changes in their order. One that does not arrive stays in the browser until the next one. */
  async #send(): Promise<void> {
    if (!this.#hasServer || this.#isSending) return;
    this.#isSending = true;
    for (let [change] = this.#changes; change !== undefined; [change] = this.#changes) {
      const saved = await request(this.#flow, change);
      if (saved === null) break;
      this.#base = saved;
      this.#update();
    }
    this.#isSending = false;
  }

  #update(): void {
    this.#dropDone();
    writeChanges(this.#flow, this.#changes);
    this.#onChange();
  }

  /** Drops changes that the project already contains. */
  #dropDone(): void {
    let notes = [...this.#base];
    this.#changes = this.#changes.filter((change) => {
      const before = notes.length;
      notes = changeNotes(notes, change);
      return notes.length !== before;
    });
  }
}

const keyOf = (flow: string) => `flow-notes:${flow}`;

function readChanges(flow: string): NoteChange[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(flow)) ?? '[]') as unknown[];
    return kept.map((change) => parseNoteChange(JSON.stringify(change)));
  } catch {
    return [];
  }
}

/** Without a storage, changes last as long as the page. */
function writeChanges(flow: string, changes: readonly NoteChange[]): void {
  try {
    if (changes.length === 0) localStorage.removeItem(keyOf(flow));
    else localStorage.setItem(keyOf(flow), JSON.stringify(changes));
  } catch {
    // The page offers the file for download anyway.
  }
}

/** Reads the notes from the development server, or changes them there. `null` when nothing at this address has notes. */
async function request(flow: string, change?: NoteChange): Promise<FlowNote[] | null> {
  if (location.protocol === 'file:') return null;
  try {
    const response = await fetch(`notes?flow=${encodeURIComponent(flow)}`, {
      ...(change !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(change),
      }),
    });
    if (!response.ok || response.headers.get('content-type')?.includes('json') !== true) return null;
    return parseNotes(await response.text());
  } catch {
    return null;
  }
}
