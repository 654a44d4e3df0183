import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { entriesIn } from '../table/entries.ts';
import { parseFlow } from '../table/flow.ts';
import type { Table } from '../table/table.ts';

const flow = parseFlow(
  'player',
  `start: idle
states: { idle: { shows: [], ref: P1 }, busy: { shows: [], ref: P1 } }
rows:
  - { from: idle, on: press Play, when: at track 2, to: busy, does: [it sounds], says: the text, ref: P1 }
  - { from: busy, on: "GET /albums answers(2 tracks)", to: idle, ref: P1 }
  - { from: busy, on: "GET /albums fails(too many)", to: idle, ref: P1 }
  - { from: busy, on: press Stop, to: idle, ref: P1 }
`,
);

const press = { type: 'press' } as const;
const map: Table<AnyStateMachine> = {
  start: { always: '', sometimes: '' },
  reach: { busy: press, idle: press, gone: press },
  when: [
    [/track/, { because: 'x' }],
    [/muted/, { because: 'x' }],
  ],
  on: [
    [/^press Play$/, press],
    [/^press/, press],
    [/^press Stop/, press],
  ],
  does: [
    [/sounds/, ({ page }) => void page],
    [/stops/, ({ page }) => void page],
  ],
  calls: [
    {
      call: 'GET /albums',
      slot: 'load',
      answers: [
        [/^2/, {}],
        [/^3/, {}],
      ],
      fails: [
        [/^too/, new Error()],
        [/^two/, new Error()],
      ],
    },
  ],
  says: { 'the text': 'A text', 'no text': 'None' },
};

const unused = (elsewhere: Table<AnyStateMachine>['elsewhere'] = []) =>
  entriesIn({ ...map, elsewhere }, flow)
    .filter(({ isUsed }) => !isUsed)
    .map(({ name }) => name);

test('reports words without a row, and words that an earlier entry matches', () =>
  expect(unused()).toEqual([
    'on: /^press Stop/',
    'when: /muted/',
    'does: /stops/',
    'load answers: /^3/',
    'load fails: /^two/',
    'reach: gone',
    'start: sometimes',
    'says: no text',
  ]));

test('reports words of a row that runs elsewhere', () =>
  expect(unused([{ rows: /^idle/, never: 'x' }])).toEqual(
    expect.arrayContaining(['on: /^press Play$/', 'when: /track/', 'does: /sounds/', 'reach: idle', 'says: the text']),
  ));
