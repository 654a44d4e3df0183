import { describe, expect, test } from 'vitest';
import { findDataNames } from 'flow-atlas/cases/case-texts';
import { isFromActor } from 'model-testing/model/steps';
import { getNodes } from 'model-testing/model/structure';
import { loadFlow } from 'model-testing/table/flow';
import type { AnyModel, Cases } from 'model-testing/model/define';
import { config, failures } from '../../model-testing.config.ts';
import { readWords } from '../../tools/flows/labels.ts';
import { getSubject, machineNames } from '../../tools/paths/machines.ts';
import { findCode, isSentence } from '../support/case-words.ts';

/** The sentences of cases (`<flow>.labels.yaml`) are complete, fit the flow, and contain no code (TST-Q1, TST-Q3). */

const flows = await Promise.all(
  machineNames().map(async (name) => ({ name, texts: readWords(name).texts, subject: await getSubject(name) })),
);

const titled = (head: string, cases: Cases<unknown> = {}) =>
  Object.keys(cases).map((name) => (name === '' ? head : `${head}(${name})`));

/** Returns the labels of all steps that the model may take. A row may send an event with values of its own. */
function getStepLabels({ events, done, fail = {}, childSnapshots = {}, machine }: AnyModel): Set<string> {
  const nodes = getNodes(machine);
  const ids = (slot: string) => [
    slot,
    ...nodes.flatMap(({ invoke }) => invoke.filter(({ src }) => src === slot).map(({ id }) => id)),
  ];
  const bySlot = (all: Readonly<Record<string, Cases<unknown> | undefined>>, verb: string) =>
    Object.entries(all).flatMap(([slot, cases]) => ids(slot).flatMap((id) => titled(`${id} ${verb}`, cases)));
  return new Set([
    ...Object.entries(events).flatMap(([type, entry]) =>
      isFromActor(entry)
        ? ids(entry.sentBy).flatMap((id) => titled(`${id} sends ${type}`, { '': null, ...entry.cases }))
        : titled(type, { '': null, ...(entry as Cases<unknown>) }),
    ),
    ...bySlot(done, 'answers'),
    ...bySlot(fail, 'fails'),
    ...bySlot(Object.fromEntries(Object.keys(done).map((slot) => [slot, failures])), 'fails'),
    ...bySlot(childSnapshots, 'tells'),
  ]);
}

describe.each(flows)('$name', ({ name, texts, subject }) => {
  const flow = loadFlow(config, name);
  const all = [
    ...Object.entries(texts.starts).flatMap(([label, { has, do: first }]) => [
      [`${label} has`, has],
      [`${label} do`, first],
    ]),
    ...Object.entries(texts.steps),
    ...Object.entries(texts.seen).flatMap(([state, one]) => [
      [`${state} name`, one.name],
      [`${state} shows`, one.shows],
    ]),
    ...Object.entries(texts.rows),
    ...Object.entries(texts.around),
    ...Object.entries(texts.data),
  ] as [string, string][];

  test('TST-Q2: each start has its own precondition and first action', () => {
    expect(Object.keys(texts.starts).sort()).toEqual(titled('start', subject.model.inputs).sort());
    expect(Object.values(texts.starts).filter((start) => start.has === '' || start.do === '')).toEqual([]);
  });

  test('TST-Q1: steps, states and lines are those of the model and of the table', () => {
    const isServer = subject.model.acts === undefined && Object.keys(subject.model.events).length === 0;
    const labels = isServer ? new Set(Object.keys(texts.steps)) : getStepLabels(subject.model as AnyModel);
    const named = [...Object.keys(texts.steps), ...Object.keys(texts.around)];
    expect(named.filter((label) => !labels.has(label))).toEqual([]);
    expect(Object.keys(texts.seen).sort()).toEqual(Object.keys(flow.states).sort());
    const lines = new Set(
      flow.rows.flatMap(({ says, calls, does, on, when }) => [
        ...(says ?? []),
        ...(calls ?? []),
        ...does,
        on,
        when ?? '',
      ]),
    );
    expect(Object.keys(texts.rows).filter((line) => !lines.has(line))).toEqual([]);
  });

  test('TST-Q1: test data have names, listed once with every value', () => {
    const used = new Set(all.flatMap(([label, text]) => findDataNames(text).filter((one) => one !== label)));
    expect([...used].filter((one) => texts.data[one] === undefined)).toEqual([]);
    expect(Object.keys(texts.data).filter((one) => !used.has(one))).toEqual([]);
    // Such names are ids of rulings.
    expect(Object.keys(texts.data).filter((one) => /^[ADHQRTU]\d/.test(one))).toEqual([]);
  });

  test('TST-Q1: no sentence contains code', () => {
    expect(all.flatMap(([label, text]) => (findCode(text) === null ? [] : [`${label}: ${text}`]))).toEqual([]);
  });

  test('TST-Q3: states have short names that differ', () => {
    const names = Object.values(texts.seen).map((one) => one.name);
    expect(names.filter((one, index) => names.indexOf(one) !== index || one.length > 40 || one === '')).toEqual([]);
  });
});

test('TST-Q1: a name of test data means the same in every flow, because a case may walk through several', () => {
  const values = new Map<string, Set<string>>();
  for (const { texts } of flows)
    for (const [name, value] of Object.entries(texts.data))
      values.set(name, (values.get(name) ?? new Set()).add(value));
  expect([...values].filter(([, all]) => all.size > 1).map(([name, all]) => [name, ...all])).toEqual([]);
});

test.each([
  ['Press the button.', null],
  ["The list 'price_low' is chosen at /products?sortBy=price_low.", null],
  ['The page sends GET /orders/{orderId}.', null],
  ['It keeps orderId.', 'orderId'],
  ['The user is {name: Jane}.', '{'],
  ['Set the clock to 1000000000000.', '1000000000000'],
  ['The name Ja…ne is shown.', 'a…n'],
  ['Polling goes on.', 'Polling'],
])('TST-Q1: %s', (sentence, code) => expect(findCode(sentence)).toBe(code));

test.each([
  ['Banner 2.', false],
  ["Button 'Show'.", false],
  ["The button says 'Show'.", true],
  ["Not on the page any more: 'Home'", true],
])('TST-Q1: %s', (words, isOne) => expect(isSentence(words)).toBe(isOne));
