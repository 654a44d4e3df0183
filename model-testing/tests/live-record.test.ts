import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assign, createActor, createMachine } from 'xstate';
import { createRecorder, redact } from '../live/record.ts';

const player = createMachine({
  id: 'player',
  context: { title: 'nothing' },
  initial: 'stopped',
  states: {
    stopped: { on: { PLAY: { target: 'playing', actions: assign({ title: ({ event }) => event.title }) } } },
    playing: { on: { STOP: 'stopped' } },
  },
});

function recorded(most?: number, bytes?: number) {
  const recorder = createRecorder({ ...(most !== undefined && { most }), ...(bytes !== undefined && { bytes }) });
  const actor = createActor(player, { inspect: (inspected) => recorder.inspect(inspected) }).start();
  return { recorder, actor };
}

test('no value of an event or a context survives, whatever it is', () => {
  const secret = fc.string({ minLength: 1 }).map((text) => `secret-${text}`);
  const payload = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium' },
      secret,
      fc.array(tie('tree')),
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('tree')),
    ),
  })).tree;
  fc.assert(
    fc.property(payload, (title) => {
      const { recorder, actor } = recorded();
      actor.send({ type: 'PLAY', title });
      actor.stop();
      expect(JSON.stringify(recorder.records())).not.toContain('secret');
    }),
  );
  fc.assert(fc.property(fc.integer({ min: 1000 }), (n) => !JSON.stringify(redact({ n })).includes(String(n))));
});

test('the active states and the event are told as they are', () => {
  const { recorder, actor } = recorded();
  actor.send({ type: 'PLAY', title: 'Malaika' });
  expect(recorder.records().at(-1)).toMatchObject({
    kind: 'snapshot',
    machine: 'player',
    event: 'PLAY',
    payload: { title: 'text of 7' },
    value: 'playing',
    context: { title: 'text of 7' },
  });
  actor.stop();
});

test('cycles, depth and throwing getters end', () => {
  const around: Record<string, unknown> = {};
  around['self'] = around;
  expect(redact(around)).toEqual({ self: 'again' });
  expect(redact({ a: { b: { c: { d: { e: 1 } } } } })).toEqual({ a: { b: { c: { d: 'object' } } } });
  const broken = Object.defineProperty({}, 'x', {
    enumerable: true,
    get: () => {
      throw new Error('no');
    },
  });
  expect(redact(broken)).toEqual({ x: 'undefined' });
});

test('the last records are kept, bounded by number and by bytes', () => {
  const { recorder, actor } = recorded(5);
  for (let turn = 0; turn < 20; turn += 1) actor.send({ type: 'PLAY', title: 'x' });
  expect(recorder.records()).toHaveLength(5);
  actor.stop();
  const small = recorded(200, 1500);
  for (let turn = 0; turn < 20; turn += 1) small.actor.send({ type: 'PLAY', title: 'x' });
  expect(small.recorder.records().length).toBeGreaterThan(0);
  expect(small.recorder.records().reduce((sum, record) => sum + JSON.stringify(record).length, 0)).toBeLessThanOrEqual(
    1500,
  );
  small.actor.stop();
});
