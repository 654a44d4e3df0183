import { assign, setup } from 'xstate';
import { describe, expect, test } from 'vitest';
import { defineModel } from './config.ts';
import { door, lock } from './door.ts';
import { createScript } from '../browser/script.ts';
import type { Scene, Script, Stage, Staging } from '../browser/script.ts';
import { flowSubject } from '../cases/flow-subject.ts';
import { selectWalks } from '../cases/select.ts';
import type { CaseSelection } from '../cases/select.ts';
import type { Subject } from '../cases/subject.ts';
import { parseFlow } from 'model-testing/table/flow';
import { press } from 'model-testing/view/act';

/** How a stage turns a case into moves of a browser, or says why no browser can make them. */

const AT: Scene = { at: { path: '/door' } };

function toStaging(stages: Readonly<Record<string, Stage>>): Staging {
  return { stages, failure: () => null, events: {} };
}

async function createScripts(
  subject: Subject,
  staging: Staging,
  { asked = {}, others = [] }: { readonly asked?: CaseSelection; readonly others?: readonly Subject[] } = {},
): Promise<(Script | string)[]> {
  const find = (id: string) => [subject, ...others].find((one) => one.id === id) ?? null;
  const walks = await selectWalks(subject, find, asked);
  return walks.map((walked) => createScript(subject, find, staging, walked));
}

const getMoves = (script: Script | string | undefined) =>
  typeof script === 'object' ? script.steps.flatMap(({ moves }) => moves.map((move) => move.do)) : script;

/** Returns the opened page, or why there is none. */
function findPath(script: Script | string): unknown {
  if (typeof script === 'string') return script;
  const opening = script.steps[0]?.moves.find((move) => move.do === 'begin');
  return (opening?.with[0] as Scene['at'] | undefined)?.path;
}

const liftMachine = setup({
  types: { input: {} as { floor: number }, context: {} as { floor: number }, events: {} as { type: 'up' } },
  actions: { rise: assign({ floor: ({ context }) => Math.min(9, context.floor + 1) }) },
}).createMachine({
  id: 'lift',
  context: ({ input: { floor } }) => ({ floor }),
  initial: 'waiting',
  states: { waiting: { on: { up: { actions: 'rise' } } } },
});

const lift = flowSubject(
  defineModel({
    flow: 'lift',
    machine: liftMachine,
    inputs: { '': { floor: 1 }, 'at the top': { floor: 9 } },
    events: { up: { '': {} } },
    acts: { up: press('button', 'Up') },
    done: {},
    delays: {},
    states: { waiting: (snapshot) => snapshot.matches('waiting') },
  }),
  {
    start: { always: '' },
    on: [],
    calls: [],
  },
  {
    flow: parseFlow(
      'lift',
      'flow: lift\nstart: waiting\nstates:\n  waiting: { shows: ["a lift"], says: null, ref: "§1" }\nrows: []',
    ),
  },
);

describe('the beginning of a stage', () => {
  const begins = (name: string): Stage['begins'] => ({
    [name]: ({ floor }: { readonly floor: number }) =>
      floor === 9 ? 'nobody waits at the top' : { at: { path: `/lift/${floor}` } },
  });

  test.each([
    ['', ['/lift/1', 'no stage defines how start(at the top) begins in a browser']],
    ['*', ['/lift/1', 'nobody waits at the top']],
    ['at the top', ['no stage defines how start begins in a browser', 'nobody waits at the top']],
  ])('TST-Q6: is found by the name %j, and receives the input', async (name, expected) => {
    const staging = toStaging({ lift: { begins: begins(name) } });
    const starts = ['start', 'start(at the top)'].map((label) =>
      createScripts(lift, staging, { asked: { along: [label] } }),
    );
    const found = (await Promise.all(starts)).flat();
    expect(found.map(findPath)).toEqual(expected);
  });
});

describe('a step that no browser can reach', () => {
  const stages = (when: NonNullable<Stage['never']>[number]['when']) =>
    toStaging({
      door: { begins: { '*': AT }, events: { 'wind.blows': () => [] } },
      lock: { begins: { '*': AT }, never: [{ step: /^code\.send/, ...(when && { when }), why: 'the lock is broken' }] },
    });
  const opening = { asked: { to: 'open' }, others: [lock] };

  test('TST-Q6: knows the machine around it, and only there', async () => {
    const staging = stages((_, outer) => outer?.machine === 'door');
    expect(await createScripts(door, staging, opening)).toEqual(['the lock is broken']);
    const [alone] = await createScripts(lock, staging, { asked: { to: 'open' } });
    expect(getMoves(alone)).toContain('act');
  });

  test('TST-Q6: knows the state of the machine around it at that time', async () => {
    const isLocked = (is: boolean) => stages((_, outer) => outer?.after.matches('locked') === is);
    expect(await createScripts(door, isLocked(true), opening)).toEqual(['the lock is broken']);
    const [free] = await createScripts(door, isLocked(false), opening);
    expect(getMoves(free)).toContain('act');
  });
});
