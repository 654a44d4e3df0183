import { saveFile } from '../../atlas/client/save-file.ts';
import { escape } from '../../atlas/draw.ts';
import { formatRun } from '../messages.ts';
import type { Run } from '../run.ts';
import type { TestCommand } from './project.ts';

/** The answer of a development server to `POST make-test`. */
interface MadeTest {
  readonly text: string;
  readonly remarks: string;
}

/**
 * Makes a test of a run: at the development server, if the page comes from one; else it shows the command that does the
 * same with the saved file.
 */
export class TestDialog {
  readonly #command: TestCommand;
  readonly #dialog = document.createElement('dialog');
  #run: Run | null = null;
  #file = '';
  #text = '';
  #nth = 0;

  constructor(command: TestCommand) {
    this.#command = command;
    const dialog = this.#dialog;
    dialog.className = 'live-test';
    dialog.setAttribute('aria-labelledby', 'live-test-title');
    dialog.innerHTML = renderBody(Object.keys(command.formats));
    dialog.addEventListener('click', ({ target }) => {
      const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-test]')?.dataset['test'] : null;
      if (pressed === 'close') dialog.close();
      if (pressed === 'download') saveFile(`${this.#file.replace(/\.json$/, '')}.${this.#extension}`, this.#text);
      if (pressed === 'save' && this.#run !== null) saveFile(this.#file, formatRun(this.#run));
    });
    this.#part<HTMLSelectElement>('format').addEventListener('change', () => void this.#make());
    document.body.append(dialog);
  }

  /** Opens the dialog for a run, and for the name of its file. */
  open(run: Run, file: string): void {
    this.#run = run;
    this.#file = file;
    this.#dialog.showModal();
    void this.#make();
  }

  async #make(): Promise<void> {
    const run = this.#run;
    if (run === null) return;
    this.#nth += 1;
    const nth = this.#nth;
    this.#show('Making the test…', null);
    const made = await requestTest(run, this.#format);
    // Another format was chosen meanwhile.
    if (nth !== this.#nth) return;
    if (made === null) this.#showCommand();
    else this.#show(made.remarks, made.text === '' ? null : made.text);
  }

  #showCommand(): void {
    const command = `${this.#command.command} ${this.#file} --format ${this.#format}`;
    this.#show('Only the development server makes tests directly. Save the run, and run this in the project:', command);
    this.#part('download').hidden = true;
    this.#part('save').hidden = false;
  }

  #show(said: string, text: string | null): void {
    this.#text = text ?? '';
    this.#part('said').textContent = said;
    this.#part('text').textContent = this.#text;
    this.#part('text').hidden = text === null;
    this.#part('download').hidden = text === null;
    this.#part('save').hidden = true;
  }

  get #format(): string {
    return this.#part<HTMLSelectElement>('format').value;
  }

  get #extension(): string {
    return this.#command.formats[this.#format] ?? 'txt';
  }

  #part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    const part = this.#dialog.querySelector<Part>(`[data-test="${name}"]`);
    if (part === null) throw new Error(`The dialog has no part ${name}`);
    return part;
  }
}

/** Returns the test, or `null` when nothing at this address makes tests. */
async function requestTest(run: Run, format: string): Promise<MadeTest | null> {
  if (location.protocol === 'file:') return null;
  try {
    const response = await fetch(`make-test?format=${encodeURIComponent(format)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: formatRun(run),
    });
    if (!response.ok || response.headers.get('content-type')?.includes('json') !== true) return null;
    const { text, remarks } = (await response.json()) as Partial<MadeTest>;
    return typeof text === 'string' && typeof remarks === 'string' ? { text, remarks } : null;
  } catch {
    return null;
  }
}

const renderBody = (formats: readonly string[]) => `
<h2 id="live-test-title">A test of what was done</h2>
<p><label>Format <select data-test="format">${formats.map((format) => `<option>${escape(format)}</option>`).join('')}</select></label></p>
<p class="live-test-said" data-test="said" role="status"></p>
<pre data-test="text" tabindex="0" hidden></pre>
<p class="live-actions"><button type="button" data-test="download" hidden>Download</button><button type="button" data-test="save" hidden>Save the run</button><button type="button" data-test="close">Close</button></p>`;
