import { describe, expect, test } from 'vitest';
import { createChart } from '../atlas/create-chart.ts';
import { NO_LABELS } from '../atlas/labels.ts';
import { describeEntry, listEntries } from '../live/entries.ts';
import { computeSeen, createLiveFlow } from '../live/flow-words.ts';
import type { LiveFlows, SeenFlow } from '../live/flow-words.ts';
import type { LiveStep } from '../live/record.ts';
import { EMPTY, addRecord } from '../live/run.ts';
import type { Run } from '../live/run.ts';
import { lock } from './door.ts';
import { playerMachine } from './atlas-machine.ts';

const SEEN: SeenFlow = {
  acts: ['disc.insert', 'volume.change'],
  unseen: ['empty'],
  alike: [['reading', 'loaded.sound.quiet & loaded.track.paused']],
};
const labels = { ...NO_LABELS, states: { loaded: 'A disc is in' }, events: { 'disc.insert': 'Inserts a disc' } };
const flows: LiveFlows = { player: createLiveFlow(createChart('media-player', playerMachine, { labels }), SEEN) };

const taken = [{ source: 'player', event: 'any', index: 0 }];
function step(at: number, event: string, value: LiveStep['value'], given: Partial<LiveStep> = {}): LiveStep {
  const of = { tab: 'one', page: 'one-1', actor: 'x:0', machine: 'player', status: 'active' } as const;
  const values = { payload: {}, changes: null, output: null, repeats: 0 };
  return { kind: 'step', at, event, value, transitions: taken, ...of, ...values, ...given };
}
const getRun = (...steps: LiveStep[]): Run => steps.reduce<Run>((run, one) => addRecord(run, one), EMPTY);
const list = (run: Run, isEverything = false) =>
  listEntries(run, { flows, isEverything }).map((entry) => describeEntry(entry, flows, ['one']));

describe('the steps of a run', () => {
  const playing = { loaded: { track: 'playing', sound: 'loud' } };
  const paused = { loaded: { track: 'paused', sound: 'quiet' } };

  test('TST-O6: are what the user did and what they saw change, everything on request', () => {
    const run = getRun(
      step(1, 'xstate.init', 'empty'),
      step(2, 'strip.measured', 'empty'),
      step(3, 'disc.insert', 'empty', { transitions: [] }),
      step(4, 'disc.insert', 'reading'),
      step(5, 'xstate.done.actor.readDisc', paused),
      step(6, 'clock.tick', paused),
      step(7, 'volume.change', paused),
      step(8, 'play.press', playing),
      step(9, 'xstate.stop', playing, { status: 'stopped' }),
    );
    expect(list(run)).toEqual([
      'Media player: Inserts a disc → Reading',
      'Media player: Volume change',
      'Media player: Play press → Loud, Playing',
    ]);
    expect(list(run, true)).toHaveLength(9);
    expect(list(run, true)[2]).toBe('Media player: Inserts a disc (ignored)');
  });
  test('TST-O6: join what a page opens with, and the letters that are typed', () => {
    const other = { actor: 'x:1', machine: 'radio' };
    const typed = (at: number) => step(at, 'volume.change', playing, { payload: { to: `text of ${at}` } });
    const run = getRun(
      step(1, 'xstate.init', playing),
      step(2, 'xstate.init', 'on', other),
      typed(3),
      typed(4),
      typed(5),
      step(6, 'tune', 'off', other),
      typed(7),
    );
    expect(list(run)).toEqual([
      'Media player and radio begin',
      'Media player: Volume change, 3 times',
      'radio: tune → Off',
      'Media player: Volume change',
    ]);
    expect(listEntries(run, { flows, isEverything: false }).map(({ end }) => end)).toEqual([2, 5, 6, 7]);
  });
  test('TST-O6: name the state around parts that begin together, and only the part that changes', () => {
    const run = getRun(step(1, 'xstate.init', 'broken'), step(2, 'a', playing), step(3, 'b', paused));
    expect(list(run)).toEqual([
      'Media player: begins → Broken',
      'Media player: a → A disc is in',
      'Media player: b → Quiet, Paused',
    ]);
  });
  test('TST-O6: know the states before the first record', () => {
    const run = { ...getRun(step(2, 'clock.tick', playing)), before: [step(1, 'play.press', playing)] };
    expect(list(run)).toEqual([]);
  });
});

test('TST-O6: what a user sees of a flow comes from its model and its view', () => {
  const look = ({ value }: { value: unknown }) =>
    value === 'open' ? null : { html: '', texts: new Set(['A field for the code']) };
  expect(computeSeen({ ...lock, look: (snapshot) => (snapshot === null ? null : look(snapshot)) })).toEqual({
    acts: ['code.change', 'code.send'],
    unseen: ['open'],
    alike: [['shut', 'asking']],
  });
});
