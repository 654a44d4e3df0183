import { describe, expect, test } from 'vitest';
import { createActor, fromCallback, fromPromise, waitFor } from 'xstate';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import type { OpenGraph } from 'model-testing/model/explore';
import { findNearestCase } from '../cases/nearest-case.ts';
import { selectWalks } from '../cases/select.ts';
import type { Subject } from '../cases/subject.ts';
import { createRecorder } from '../live/recorder.ts';
import type { LiveStep } from '../live/record.ts';
import { countDifferent } from '../live/redacted-difference.ts';
import { toPath } from '../live/to-path.ts';
import { door, doorMachine, lock, lockMachine } from './door.ts';

const getSubject = (id: string): Subject | null => [door, lock].find((one) => one.id === id) ?? null;

function createLock(answers: readonly boolean[]) {
  const left = [...answers];
  return lockMachine.provide({
    actors: { check: fromPromise(() => Promise.resolve({ isRight: left.shift() === true })) },
  });
}

/** Types a code letter by letter, sends it and waits for the answer. */
async function enter(actor: AnyActorRef, code: string): Promise<void> {
  for (let end = 1; end <= code.length; end += 1) actor.send({ type: 'code.change', code: code.slice(0, end) });
  actor.send({ type: 'code.send' });
  await waitFor(actor, (snapshot: AnyMachineSnapshot) => snapshot.value !== 'asking');
}

async function recordLock(answers: readonly boolean[], ...codes: string[]): Promise<LiveStep[]> {
  const recorder = createRecorder({ tab: 'tab', page: 'page', now: () => 0 });
  const actor = createActor(createLock(answers), { inspect: recorder.inspect }).start();
  for (const code of codes) await enter(actor, code);
  return recorder.run().records.filter((one) => one.kind === 'step');
}

/** A door whose lock refuses the first code. */
async function recordDoor(): Promise<LiveStep[]> {
  const recorder = createRecorder({ tab: 'tab', page: 'page', now: () => 0 });
  const actors = { lock: createLock([false, true]), weather: fromCallback(() => undefined) };
  const actor = createActor(doorMachine.provide({ actors }), { inspect: recorder.inspect }).start();
  actor.send({ type: 'door.ring' });
  const inner = actor.getSnapshot().children.lock;
  if (inner === undefined) throw new Error('the door has no lock');
  await enter(inner, '4321');
  await enter(inner, '1234');
  actor.stop();
  return recorder.run().records.filter((one) => one.kind === 'step');
}

const getSteps = (graph: OpenGraph, recorded: readonly LiveStep[]) => toPath(graph, recorded)?.steps ?? [];
const getLabels = (graph: OpenGraph, recorded: readonly LiveStep[]) =>
  getSteps(graph, recorded).map(({ label }) => label);
const REFUSED = [
  'start',
  'code.change(right)',
  'code.send',
  'check answers(wrong)',
  'code.send',
  'check answers(right)',
];

describe('a recorded machine', () => {
  test('TST-Q9: becomes the path of its model, with typed letters as one step', async () => {
    const recorded = await recordLock([false, true], '4321', '1234');
    expect(getLabels(lock.graph(), recorded)).toEqual(REFUSED);
    expect(toPath(lock.graph(), recorded)).toMatchObject({ missed: [], isBeginningMissing: false });
  });
  test('TST-Q9: whose beginning is missing starts with the shortest way to its first state', async () => {
    const recorded = await recordLock([true], '1234');
    const late = recorded.slice(recorded.findIndex(({ value }) => value === 'asking'));
    expect(toPath(lock.graph(), late)).toMatchObject({ isBeginningMissing: true });
    expect(getLabels(lock.graph(), late)).toEqual(['start', 'code.send', 'check answers(right)']);
  });
  test('TST-Q9: keeps what the model cannot do apart', async () => {
    const recorded = await recordLock([true], '1234');
    const [start, ...others] = recorded as [LiveStep, ...LiveStep[]];
    const kicked = { ...start, event: 'door.kick', value: 'broken' };
    expect(toPath(lock.graph(), [start, kicked, ...others])).toMatchObject({ missed: [kicked] });
    expect(toPath(lock.graph(), [])).toBeNull();
  });
});

describe('a case of a recorded run', () => {
  test('TST-Q9: has the steps that the machines inside took, not the shortest ones', async () => {
    const recorded = await recordDoor();
    const steps = getSteps(
      door.graph(),
      recorded.filter(({ machine }) => machine === 'door'),
    );
    const inside = recorded.filter(({ machine }) => machine === 'lock');
    const findTaken = (machine: string, graph: OpenGraph) => (machine === 'lock' ? [getSteps(graph, inside)] : []);
    const [walked] = await selectWalks(door, getSubject, { walk: { steps, findTaken } });
    expect(walked?.case.steps.map(({ action }) => action)).toEqual([
      'Begin.',
      "Press the button 'Ring'.",
      "Type '1234' into the field 'Code'.",
      "Press the button 'Send'.",
      'POST /check is answered (wrong).',
      "Press the button 'Send'.",
      'Let the lock accept the code K1.',
    ]);
    expect(walked?.case.title).toBe('A recorded run → \'Come in, "guest"\'');
    expect(walked?.case.tags).toContain('recorded');
  });
  test('TST-Q9: names the generated case with the most steps in the same order', async () => {
    const steps = getSteps(lock.graph(), await recordLock([false], '1234'));
    const [walked] = await selectWalks(lock, getSubject, { walk: { steps, findTaken: () => [] } });
    const generated = await selectWalks(lock, getSubject, {});
    if (walked === undefined) throw new Error('the run has no case');
    const nearest = findNearestCase(walked, generated);
    const labels = generated.find((one) => one.case === nearest?.case)?.told.flatMap(({ happenings }) => happenings);
    expect(labels?.map(({ step }) => step.label)).toEqual(['start', 'code.send', 'check answers(wrong)']);
    expect(nearest?.shared).toBe(3);
    expect(findNearestCase(walked, [])).toBeNull();
    expect(findNearestCase(walked, [walked])?.case.id).toBe(walked.case.id);
  });
});

test('TST-Q9: redacted values differ in each place that has another kind or length', () => {
  const typed = { field: 'text of 4', value: 'text of 7' };
  expect(countDifferent(typed, typed)).toBe(0);
  expect(countDifferent(typed, { ...typed, value: 'text of 8' })).toBe(1);
  expect(countDifferent({ list: [] }, { list: ['null'] })).toBe(2);
  expect(countDifferent(undefined, { a: 'number' })).toBe(1);
});
