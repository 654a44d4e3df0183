import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ReactElement } from 'react';
import { afterAll, describe, expect, test } from 'vitest';
import { renderPage } from 'model-testing/view/page';
import { readAloud } from 'model-testing/view/reading';
import { controlsIn, Screen } from 'model-testing/view/screen';
import { findRepeatedHeadings } from 'model-testing/view/shows';
import { faultsIn, ignore } from '../reads.tsx';

/** Renders a screen whose controls call `send`. */
export type Draw = (send: (event: unknown) => void) => ReactElement;

/** The screens of an area by name, each with its variants by title. */
export type Screens = Readonly<Record<string, Readonly<Record<string, Draw>>>>;

/** The command that writes the readings. */
const COMMAND = 'WRITE=1 npx vitest run tests/views/readings';
const isWriting = process.env['WRITE'] === '1';
const FOLDER = 'tests/views/readings';

/**
 * Compares each variant of a screen with its text in `<area>/<screen>.txt`. The text has the output of a screen reader,
 * in reading order, and the event that each control sends.
 */
export function readings(area: string, screens: Screens): void {
  const folder = `${FOLDER}/${area}`;
  const files = Object.keys(screens).map((screen) => `${screen}.txt`);
  if (isWriting) rmSync(folder, { recursive: true, force: true });
  for (const [screen, kinds] of Object.entries(screens)) {
    describe(screen, () => {
      const kept = textsIn(`${folder}/${screen}.txt`);
      const read = new Map<string, string>();
      test.each(Object.entries(kinds))('%s', (kind, draw) => {
        const text = readScreen(draw);
        if (isWriting) read.set(kind, text);
        else expect(text.split('\n'), `${COMMAND} writes the text`).toEqual(kept.get(kind)?.split('\n'));
      });
      test('the file has exactly one text for each variant', () => {
        if (!isWriting) expect([...kept.keys()], `${COMMAND} writes them`).toEqual(Object.keys(kinds));
      });
      afterAll(() => {
        if (!isWriting) return;
        mkdirSync(folder, { recursive: true });
        writeFileSync(`${folder}/${screen}.txt`, [...read].map(([kind, text]) => `# ${kind}\n\n${text}\n`).join('\n'));
      });
    });
  }
  test('the folder has exactly one file for each screen', () => {
    if (!isWriting) expect(readdirSync(folder).sort(), `${COMMAND} writes them`).toEqual(files.sort());
  });
}

/** Parses the texts of a file, by variant. */
function textsIn(file: string): ReadonlyMap<string, string> {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return new Map(
    text
      .split(/^# /m)
      .slice(1)
      .map((part) => {
        const [kind = '', ...lines] = part.trimEnd().split('\n');
        return [kind, lines.join('\n').trimStart()];
      }),
  );
}

/** Returns the text of a screen with the events of its controls: pressed, filled with `7` or set to the last option. */
function readScreen(draw: Draw): string {
  const sent = sentBy(draw);
  const page = renderPage(draw(ignore));
  const controls = controlsIn(page.element);
  expect(controls).toHaveLength(sent.length);
  const beside = new Map(controls.map((control, index) => [control, sent[index] ?? '']));
  const text = readAloud(page.element, (one) => {
    const said = beside.get(one) ?? '';
    beside.delete(one);
    return said;
  });
  // Every control that sends an event has a line.
  expect([...beside.values()].filter((said) => said !== '')).toEqual([]);
  expect(faultsIn(page.element)).toEqual([]);
  expect(findRepeatedHeadings(page)).toEqual([]);
  return text;
}

/** Returns ` → quantity.change {"quantity":7}` for each control, or an empty string for a control without an event. */
function sentBy(draw: Draw): string[] {
  const screen = new Screen((_, send) => draw(send as (event: unknown) => void));
  try {
    screen.open(null as never);
    let controls = screen.allControls();
    return controls.map((_, index) => {
      const now = screen.allControls();
      // The previous control may have changed the screen.
      if (now.length !== controls.length || now.some((control, at) => control !== controls[at])) {
        screen.open(null as never);
        controls = screen.allControls();
      }
      // Rendering may send an event.
      screen.takeSentEvents();
      const control = controls[index];
      if (control !== undefined) use(screen, control);
      const events = screen.takeSentEvents().map(({ type, ...rest }) => `${type} ${JSON.stringify(rest, named)}`);
      return events.length === 0 ? '' : ` → ${events.join(', ').replaceAll(' {}', '')}`;
    });
  } finally {
    screen.close();
  }
}

function use(screen: Screen, control: HTMLElement): void {
  const isField = control.matches('input:not([type="radio"], [type="checkbox"]), textarea');
  const last = control.matches('select') ? (control.querySelector('option:last-child')?.textContent ?? '') : null;
  screen.touch(control, {
    do: last !== null ? 'select' : isField ? 'fill' : 'press',
    value: last ?? '7',
    leave: true,
  });
}

/** Replaces objects with an id by their name. */
function named(_: string, value: unknown): unknown {
  const isKnown = typeof value === 'object' && value !== null && '_id' in value && 'name' in value;
  return isKnown ? value.name : value;
}
