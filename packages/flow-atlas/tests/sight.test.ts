import { createElement } from 'react';
import { describe, expect, test } from 'vitest';
import { createActor, createMachine } from 'xstate';
import {
  describeChanges,
  describeFieldChanges,
  getControlNames,
  isTextOnScreen,
  describeLookChange,
  NOTHING,
  createRenderer,
} from '../cases/rendered-view.ts';
import type { RenderedView } from '../cases/rendered-view.ts';

const page = (html: string): RenderedView => ({
  html,
  texts: new Set(html.split(/<[^>]*>/).filter((text) => text !== '')),
});

describe('the visible changes of a step', () => {
  const form = page('<h1>Door</h1><p>Ring, please</p>');
  const list = ['A', 'B', 'C', 'D', 'E'].map((name) => `<li>${name}</li>`).join('');

  test.each([
    ['nothing', form, [NOTHING]],
    ['a text that comes', page(`${form.html}<p>Who is there?</p>`), ["On the page now: 'Who is there?'"]],
    ['a text that goes', page('<h1>Door</h1>'), ["Not on the page any more: 'Ring, please'"]],
    ['many texts', page(`${form.html}<ul>${list}</ul>`), ["On the page now: 'A', 'B', 'C', and 2 more"]],
    ['looks alone', page('<h1 class="red">Door</h1><p>Ring, please</p>'), []],
  ])('%s', (_, after, words) => expect(describeChanges(form, after)).toEqual(words));

  test('mention ticks and changes of the look', () => {
    const box = (attributes: string) => page(`<input type="checkbox"${attributes}/>`);
    expect(describeLookChange(box(''), box(' checked=""'))).toBe('It is now ticked.');
    expect(describeLookChange(box(' checked=""'), box(''))).toBe('It is no longer ticked.');
    expect(describeLookChange(box(''), box(' disabled=""'))).toMatch(/^No text on the page changes/);
  });

  test('mention the new values of text fields', () => {
    const fields = (name: string) =>
      page(
        `<label for="n">Name<span>*</span></label><input id="n" value="${name}"/><label for="b">Box</label><input type="checkbox" id="b" value="${name}"/>`,
      );
    expect(describeFieldChanges(fields(''), fields('Ann &amp; Bob'))).toEqual([
      "The field 'Name *' holds 'Ann & Bob'.",
    ]);
    expect(describeFieldChanges(fields('Ann'), fields(''))).toEqual(["The field 'Name *' is empty."]);
    expect(describeFieldChanges(fields('Ann'), fields('Ann'))).toEqual([]);
  });

  test('name controls by their whole text', () => {
    const sight = page('<label>I accept the <a href="/">rules</a>.</label><button aria-label="Close">x</button>');
    expect(getControlNames(sight)).toEqual(['I accept the rules.', 'Close']);
  });

  test('match a text in one piece, across elements, and with values', () => {
    const sight = page('<p>By ringing you agree to our <a>rules</a></p><p>Door 7 is open</p>');
    expect(
      ['By ringing you agree to our rules', 'Door {n} is open', 'Door 8 is open'].map((one) =>
        isTextOnScreen(sight, one),
      ),
    ).toEqual([true, true, false]);
  });

  test('render each snapshot once, without options, and not after the end', () => {
    let drawn = 0;
    const look = createRenderer(() => {
      drawn += 1;
      return createElement('select', null, createElement('option', null, 'Oak'));
    });
    const snapshot = createActor(createMachine({})).getSnapshot();
    expect([look(snapshot)?.texts.size, look(snapshot)?.html.includes('Oak'), drawn]).toEqual([0, true, 1]);
    expect([look(null), createRenderer(undefined)(snapshot)]).toEqual([null, null]);
    const over = createActor(createMachine({ initial: 'over', states: { over: { type: 'final' } } })).start();
    expect(look(over.getSnapshot())).toBeNull();
  });
});
