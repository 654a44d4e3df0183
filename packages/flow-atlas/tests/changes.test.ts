import { createElement } from 'react';
import { assign, setup } from 'xstate';
import { expect, test } from 'vitest';
import { NO_LABELS } from '../atlas/labels.ts';
import { findDifferences } from '../changes/compare.ts';
import { formatChanges, formatComment, renderChanges } from '../changes/report.ts';
import type { ChangedFlow } from '../changes/report.ts';
import { tracePath, traceFlow } from '../changes/trace.ts';
import { flowSubject } from '../cases/flow-subject.ts';
import type { Subject } from '../cases/subject.ts';
import { parseFlow } from 'model-testing/table/flow';
import { defineModel } from './config.ts';

/** What may differ between two versions of a kettle. */
interface Version {
  readonly most?: number;
  readonly boils?: number;
  readonly target?: 'hot' | 'cold' | 'warm';
  readonly step?: number;
  readonly title?: string;
  readonly hasLid?: boolean;
  /** How often it whistles when it is hot; `null` for never. */
  readonly whistles?: number | null;
  /** Name of a button with a picture only. */
  readonly button?: string;
  readonly isOff?: boolean;
  readonly help?: string;
}

const whistle = (times: number) => ({ type: 'whistle', params: { times } }) as const;

/** A kettle takes three cups and boils for a minute. */
function createSubject({
  most = 3,
  boils = 60_000,
  target = 'hot',
  step = 1,
  title = 'Tea',
  hasLid = true,
  whistles = 1,
  button = 'Stop',
  isOff = false,
  help = '/help',
}: Version = {}) {
  const machine = setup({
    types: { context: {} as { cups: number }, events: {} as { type: 'fill' } | { type: 'boil' } | { type: 'open' } },
    actions: {
      add: assign({ cups: ({ context }) => context.cups + step }),
      whistle: (_, _params: { times: number }) => undefined,
    },
    guards: { hasRoom: ({ context }) => context.cups < most },
    delays: { boils },
  }).createMachine({
    id: 'kettle',
    context: { cups: 0 },
    initial: 'cold',
    states: {
      cold: { on: { fill: { guard: 'hasRoom', actions: 'add' }, boil: 'boiling', ...(hasLid && { open: 'hot' }) } },
      boiling: { after: { boils: { target, ...(whistles !== null && { actions: whistle(whistles) }) } } },
      hot: { type: 'final' },
      // The table does not know it.
      warm: {},
    },
  });
  const model = defineModel({
    flow: 'kettle',
    machine,
    inputs: { '': undefined },
    events: { fill: { '': {} }, boil: { '': {} }, open: { '': {} } },
    done: {},
    delays: { boils },
    states: {
      cold: (snapshot) => snapshot.matches('cold'),
      boiling: (snapshot) => snapshot.matches('boiling'),
      hot: (snapshot) => snapshot.matches('hot'),
    },
  });
  const flow = parseFlow(
    'kettle',
    'flow: kettle\nstart: cold\nstates:\n  cold: { shows: [], says: null, ref: "§1" }\n  boiling: { shows: [], says: null, ref: "§1" }\n  hot: { shows: [], says: null, ref: "§1" }\nrows: []\n',
  );
  const view = ({ context }: { context: unknown }) =>
    createElement(
      'main',
      null,
      createElement('p', null, `${title} for ${(context as { cups: number }).cups}`),
      createElement('button', { 'aria-label': button, disabled: isOff }),
      createElement('a', { href: help }, 'Help'),
    );
  return flowSubject(model, { start: {}, on: [], calls: [] }, { flow, view });
}

const labels = {
  ...NO_LABELS,
  guards: { hasRoom: 'There is room for a cup' },
  timers: { boils: 'Time to boil' },
  actions: { whistle: 'Whistles' },
};

async function compare(before: Subject, after: Subject, hasOneCause = true): Promise<readonly string[]> {
  const [were, are] = await Promise.all([traceFlow(before), traceFlow(after)]);
  const all = new Set([...were.ways, ...are.ways].map(({ way }) => JSON.stringify(way)));
  const pairs = [...all].map((key) => {
    const { along } = JSON.parse(key) as { along: string[] };
    return { before: tracePath(before, along), after: tracePath(after, along) };
  });
  return findDifferences(pairs, labels, { hasOneCause }).map(({ sentence }) => sentence);
}

test.each<[string, Version, string]>([
  ['a shifted guard', { most: 4 }, 'The condition ‘There is room for a cup’ now also holds at ‘Fill’.'],
  ['a delay', { boils: 90_000 }, '‘Time to boil’ now takes 1 min 30 s instead of 1 min.'],
  ['another target', { target: 'cold' }, '‘Wait 1 min’ now leads to ‘cold’ instead of ‘hot’.'],
  ['a text of the view', { title: 'Coffee' }, 'The page shows ‘Coffee for 0’ instead of ‘Tea for 0’.'],
  [
    'the body of a rule',
    { step: 2 },
    '‘Fill’ gives another result for: cups. The page shows ‘Tea for 2’ instead of ‘Tea for 1’.',
  ],
  ['a target without a name in the table', { target: 'warm' }, '‘Wait 1 min’ now leads to ‘Warm’ instead of ‘hot’.'],
  ['the name of a control', { button: 'Halt' }, 'The page shows ‘Halt’ instead of ‘Stop’.'],
  ['a control that is off', { isOff: true }, 'The page now shows ‘Stop (off)’.'],
  ['the target of a link', { help: '/faq' }, 'The page shows ‘link to /faq’ instead of ‘link to /help’.'],
  ['other values of an effect', { whistles: 2 }, '‘Whistles’ has other values after ‘Wait 1 min’: times.'],
  ['an effect that is gone', { whistles: null }, '‘Whistles’ no longer follows ‘Wait 1 min’.'],
  ['a transition that is gone', { hasLid: false }, '‘Open’ in ‘cold’ now leads to ‘cold’ instead of ‘hot’.'],
])('TST-Q8: names %s in one sentence', async (_, version, sentence) => {
  expect(await compare(createSubject(), createSubject(version))).toEqual([sentence]);
});

test('TST-Q8: names the name of a control that is off once', async () => {
  const [before, after] = [{ isOff: true }, { isOff: true, button: 'Halt' }].map(createSubject);
  expect(before && after && (await compare(before, after, false))).toEqual([
    'The page shows ‘Halt’ instead of ‘Stop’.',
  ]);
});

test('TST-Q8: names nothing when nothing has changed', async () => {
  expect(await compare(createSubject(), createSubject(), false)).toEqual([]);
});

test('TST-Q8: names each of several changes', async () => {
  const found = await compare(createSubject(), createSubject({ boils: 90_000, title: 'Coffee' }), false);
  expect(found).toEqual([
    '‘Time to boil’ now takes 1 min 30 s instead of 1 min.',
    'The page shows ‘Coffee for 0’ instead of ‘Tea for 0’.',
  ]);
});

const changed: readonly ChangedFlow[] = [
  {
    flow: 'kettle',
    title: 'Kettle',
    kind: 'changed',
    changes: [
      {
        sentence: 'The page shows ‘<b>’.',
        also: ['It is hot.'],
        again: [{ id: 'kettle-1', title: 'Boil | fill' }],
        fresh: [],
        gone: [{ id: 'kettle-2', title: 'Open' }],
        screens: { before: { html: '<p>a "b"</p>', css: 'p{}' }, after: null },
      },
    ],
  },
  { flow: 'pot', title: 'Pot', kind: 'new', changes: [] },
];

test('TST-Q8: writes the changes as text, as a comment and as a page', () => {
  expect(formatChanges(changed, 'v1')).toBe(
    'Kettle (kettle)\n  The page shows ‘<b>’: 1 case to run again, 1 gone.\n    also: It is hot.\n    kettle-1  Boil | fill\n    kettle-2  Open\n\nPot (pot): the flow is new\n',
  );
  expect(formatChanges([], 'v1')).toBe('No case has changed since v1.\n');
  expect(formatComment(changed, 'v1')).toContain(
    '- The page shows ‘<b>’: 1 case to run again, 1 gone (`kettle-1`, `kettle-2`)\n  - also: It is hot.',
  );
  const page = renderChanges(changed, 'v1', 'now');
  expect(page).toContain('<p>The page shows ‘&lt;b&gt;’.</p>');
  expect(page).toContain('inert');
  expect(page.match(/<article/g)).toHaveLength(1);
  expect(page).not.toContain('srcdoc="<');
});

test('TST-O7: the page has one row for each change, and what changed in the machine folded below it', () => {
  const parts = [{ part: 'runs', was: '1 s', is: '<2 s>' }];
  const structure = (flow: string) =>
    ({ flow, kind: 'changed', changes: [{ kind: 'changed', what: 'timer', name: 'boils', parts }] }) as const;
  const page = renderChanges(changed, 'v1', 'now', [structure('kettle'), structure('tap')]);
  expect(page.match(/<article/g)).toHaveLength(1);
  expect(page.match(/<details><summary>In the machine: timers: 1 changed/g)).toHaveLength(2);
  expect(page).toContain('<ins>&lt;2 s&gt;</ins>');
  expect(page).toContain('Nothing that a person notices has changed.');
});
