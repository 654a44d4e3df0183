import type { ReactElement } from 'react';
import { expect } from 'vitest';
import { createActor } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, ContextFrom, InputFrom, SnapshotFrom, StateValueFrom } from 'xstate';
import { hidden } from '../../src/views/parts/visually-hidden.css.ts';
import { renderPage, words } from 'model-testing/view/page';
import { readAloud } from 'model-testing/view/reading';
import { findRepeatedHeadings } from 'model-testing/view/shows';

/** Creates a snapshot of a machine in a state, without the transitions that lead there. */
export function at<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
  value?: StateValueFrom<Machine> | object | string,
  context: Partial<ContextFrom<Machine>> = {},
): SnapshotFrom<Machine> {
  const first: AnyMachineSnapshot = createActor(machine, { input } as never).getSnapshot();
  return machine.resolveState({
    value: value ?? first.value,
    context: { ...first.context, ...context },
  } as never) as SnapshotFrom<Machine>;
}

/** Compares the complete text of a part, in reading order. Whole screens have their texts in `readings`. */
export function expectReading(view: ReactElement, text: string): void {
  const { element } = renderPage(view);
  expect(readAloud(element).split('\n')).toEqual(getLines(text));
  expect(faultsIn(element)).toEqual([]);
  expect(findRepeatedHeadings({ element })).toEqual([]);
}

/** Markup that no view may render. */
const FAULTS = {
  'a button that submits by chance': 'button:not([type="button"], [type="submit"])',
  'a form that would write what is typed into the address': 'form:not([role="search"], [method="post"])',
  'a form with the messages of the browser': 'form:not([role="search"], [novalidate])',
  'a list that Safari does not announce': 'ul:not([role]), ol:not([role])',
  'a drawing that is read out': 'svg:not([aria-hidden="true"], [aria-hidden="true"] svg)',
  'a drawing of nothing': 'path:not([d]), path[d=""]',
  'a picture without its kind or its width': 'source:not([type^="image/"][sizes]), [sizes=""]',
  'an attribute that says nothing': '[id=""], [href=""], [aria-label=""], [aria-labelledby=""], [aria-describedby=""]',
};
/** Elements that must have text. */
const FOR_WORDS =
  ':is(p, [id]):not([role], input, select, textarea), h1, h2, h3, fieldset, dt, dd, address > *, div[tabindex="-1"]:not([role])';
const REFERENCES = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-activedescendant'];

export function faultsIn(element: HTMLElement): string[] {
  const all = (selector: string) => [...element.querySelectorAll(selector)];
  return [
    ...Object.entries(FAULTS).flatMap(([what, selector]) => all(selector).map((one) => `${what}: ${one.outerHTML}`)),
    ...all(FOR_WORDS)
      .filter(({ textContent }) => textContent === '')
      .map((one) => `room for words that are not there: ${one.outerHTML}`),
    ...all('button[aria-label], a[aria-label]')
      .filter((one) => !(one.getAttribute('aria-label') ?? '').replaceAll('\u00a0', ' ').includes(seenIn(one)))
      .map((one) => `seen and not in the name (WCAG 2.5.3): ${one.outerHTML}`),
    ...REFERENCES.flatMap((name) =>
      all(`[${name}]`)
        .flatMap((one) => (one.getAttribute(name) ?? '').split(' '))
        .filter((id) => element.ownerDocument.getElementById(id) === null)
        .map((id) => `${name} of nothing: ${id}`),
    ),
  ];
}

/** The visible text of an element. */
export function seenIn(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const one of copy.querySelectorAll(`.${hidden}, [aria-hidden="true"]`)) one.remove();
  return words(copy);
}

function getLines(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.map((line) => line.length - line.trimStart().length));
  return lines.map((line) => line.slice(indent));
}

/** A callback for views whose controls are not pressed. */
export const ignore = (): void => undefined;
