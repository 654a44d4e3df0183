import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, createMachine } from 'xstate';
import { createChart } from '../atlas/create-chart.ts';
import { NO_LABELS } from '../atlas/labels.ts';
import { listEntries } from '../live/entries.ts';
import { createLiveFlow } from '../live/flow-words.ts';
import { parseMessage, parseRun, formatRun } from '../live/messages.ts';
import { startLivePage } from '../live/page.ts';
import { Player, STEP_MS } from '../live/player.ts';
import type { PlayerState } from '../live/player.ts';
import type { LiveStep } from '../live/record.ts';
import { EMPTY, RUN_BOUNDS, countDropped, getStatesAt, getTabs, replacePage, addRecord } from '../live/run.ts';
import type { Run } from '../live/run.ts';
import { describeTrigger, formatActiveStates, getLeaves } from '../live/words.ts';
import { playerMachine } from './atlas-machine.ts';

function step(at: number, given: Partial<LiveStep> = {}): LiveStep {
  return {
    kind: 'step',
    at,
    tab: 'one',
    page: 'one-1',
    actor: 'one-1/x:0',
    machine: 'player',
    event: `e${at}`,
    payload: {},
    status: 'active',
    value: 'playing',
    transitions: [],
    changes: null,
    output: null,
    repeats: 0,
    ...given,
  };
}
const getRun = (...steps: LiveStep[]): Run => steps.reduce<Run>((run, one) => addRecord(run, one), EMPTY);
/** Every record is a step to stop at. */
const listAll = (run: Run) => listEntries(run, { flows: {}, isEverything: true });
const elsewhere = { tab: 'two', page: 'two-1', actor: 'two-1/x:0' };

describe('a run', () => {
  test('returns the last step of each machine, without closed pages', () => {
    const other = 'one-1/x:1';
    const run = getRun(step(1), step(2, { actor: other }), step(3, { actor: other, status: 'stopped' }));
    expect([...getStatesAt(run, 0).keys()]).toEqual([]);
    expect([...getStatesAt(run, 2).keys()]).toEqual(['one-1/x:0', other]);
    expect([...getStatesAt(run, 3).keys()]).toEqual(['one-1/x:0']);
    const left = addRecord(run, { kind: 'left', at: 4, tab: 'one', page: 'one-1' });
    expect(getStatesAt(left, 4).size).toBe(0);
    expect(getStatesAt(left, 3).size).toBe(1);
  });
  test('keeps the states of dropped records, except of ended machines', () => {
    const bounds = { ...RUN_BOUNDS, most: 1 };
    const steps = [step(1), step(2, { actor: 'b', status: 'done' }), step(3, { actor: 'c' })];
    const run = steps.reduce<Run>((all, one) => addRecord(all, one, bounds), EMPTY);
    expect(run.before.map(({ at }) => at)).toEqual([1]);
    expect(run.records.map(({ at }) => at)).toEqual([3]);
    expect(countDropped(run)).toBe(2);
  });
  test('merges and counts repeated steps only', () => {
    const tick = (at: number) => step(at, { event: 'tick' });
    const run = getRun(
      tick(1),
      step(2),
      tick(3),
      tick(4),
      step(5, { actor: 'b' }),
      tick(6),
      step(7, { actor: 'b' }),
      tick(8),
    );
    expect(run.records.map((record) => record.kind === 'step' && [record.at, record.repeats])).toEqual([
      [1, 0],
      [2, 0],
      [5, 0],
      [7, 0],
      [8, 3],
    ]);
    const grown = getRun(tick(1), tick(2), step(3, { event: 'tick', changes: { list: [] } }));
    expect(grown.records).toHaveLength(3);
    const entered = getRun(step(1, { value: 'a', event: 'go' }), step(2, { event: 'go' }), step(3, { event: 'go' }));
    expect(entered.records).toHaveLength(3);
    const left = getRun(tick(1), tick(2), step(3, { value: 'stopped' }), tick(4));
    expect(left.records).toHaveLength(4);
  });
  test('limits the number of remembered machines', () => {
    const bounds = { ...RUN_BOUNDS, most: 1, running: 3 };
    let run = EMPTY;
    for (let at = 0; at < 10; at += 1) run = addRecord(run, step(at, { actor: `a${at}` }), bounds);
    expect(run.before.map(({ actor }) => actor)).toEqual(['a6', 'a7', 'a8']);
  });
  test('ignores repeated records of a page and sorts two tabs by time', () => {
    const told = getRun(step(1), step(5));
    const both = replacePage(replacePage(told, 'two-1', getRun(step(3, elsewhere))), 'one-1', told);
    expect(both.records.map(({ at }) => at)).toEqual([1, 3, 5]);
    expect(getTabs(both)).toEqual(['one', 'two']);
  });
  test('TST-O6: counts dropped steps with their repeats, and once when a page sends its records again', () => {
    const bounds = { ...RUN_BOUNDS, most: 1 };
    const tick = (at: number) => step(at, { event: 'tick' });
    const run = [tick(1), tick(2), tick(3), step(4), step(5)].reduce<Run>((all, one) => addRecord(all, one), EMPTY);
    const own = replacePage(EMPTY, 'one-1', run, bounds);
    expect(own.records.map(({ at }) => at)).toEqual([5]);
    expect(countDropped(own)).toBe(4);
    const both = replacePage(own, 'two-1', { ...getRun(step(6, elsewhere)), dropped: { 'two-1': 10 } });
    expect(countDropped(both)).toBe(14);
    expect(countDropped(replacePage(both, 'two-1', { ...EMPTY, dropped: { 'two-1': 12 } }))).toBe(16);
  });
});

describe('a saved run', () => {
  const run: Run = {
    before: [step(0)],
    records: [step(1, { value: { a: { b: 'c' } } }), step(2, elsewhere)],
    dropped: { 'one-1': 3 },
    version: '1.0.0',
  };
  const file = JSON.parse(formatRun(run)) as Run;
  const getProblem = (written: unknown) => {
    const read = parseRun(typeof written === 'string' ? written : JSON.stringify(written));
    return 'problem' in read ? read.problem : null;
  };
  const withFirst = (given: object) => ({ ...file, records: [{ ...file.records[0], ...given }] });
  const nest = (depth: number) => `${'{"a":'.repeat(depth)}"b"${'}'.repeat(depth)}`;

  test('survives formatting and parsing', () => expect(parseRun(formatRun(run))).toEqual(run));
  test.each([
    ['no JSON', 'hello', 'not JSON'],
    ['another file', { name: 'player' }, 'Save on a page of the atlas writes one'],
    ['nothing', 'null', 'Save on a page of the atlas writes one'],
    ['the format before', { format: 'atlas-run', version: 1, records: [] }, 'reads format 2, the file has 1'],
    ['a later format', { ...file, formatVersion: 3 }, 'reads format 2, the file has 3'],
    ['half a file', formatRun(run).slice(0, -40), 'damaged: its end is missing'],
    ['counts that are none', { ...file, dropped: { a: 'many' } }, 'damaged at dropped.a: a count is missing'],
    ['a list of counts', { ...file, dropped: [1] }, 'damaged at dropped'],
    ['a file without records', { ...file, records: undefined }, 'damaged at records'],
    ['too many records', { ...file, records: Array(5_001).fill(step(1)) }, 'damaged at records: more than 5000'],
    ['a record that is none', { ...file, records: [{ kind: 'x' }] }, 'damaged at records.0.kind: not a record'],
    ['a time that is none', withFirst({ at: 'noon' }), 'damaged at records.0.at: a time is missing'],
    ['an endless event', withFirst({ event: 'x'.repeat(1000) }), 'damaged at records.0.event: longer than 160 letters'],
    ['values that nobody redacted', withFirst({ changes: { n: 5 } }), 'damaged at records.0.changes'],
    ['a list too long', withFirst({ changes: Array(21).fill('text of 1') }), 'damaged at records.0.changes'],
    ['states too deep', withFirst({ value: JSON.parse(nest(20)) }), 'damaged at records.0.value'],
    ['a file too large', ' '.repeat(50_000_000), 'larger than any saved run'],
  ])('TST-Q9: is rejected with words: %s', (_, written, words) => expect(getProblem(written)).toContain(words));
  test('is rejected at any depth of nesting', () => {
    const deep = formatRun(run).replace('"payload":{}', `"payload":${nest(50_000)}`);
    expect(getProblem(deep)).toMatch(/damaged|not JSON/);
  });
});

describe('messages', () => {
  test('are ignored if they have another format', () => {
    expect(parseMessage({ kind: 'hello' })).toEqual({ kind: 'hello' });
    expect(parseMessage({ kind: 'record', record: step(1) })).toEqual({ kind: 'record', record: step(1) });
    for (const data of [null, 'hello', {}, { kind: 'other' }, { kind: 'record', record: { ...step(1), at: NaN } }])
      expect(parseMessage(data)).toBeNull();
  });
});

describe('a player', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function played() {
    const shown: PlayerState[] = [];
    const player = new Player({ onChange: (one) => shown.push(one), list: listAll });
    return { player, shown };
  }

  test('follows new records until a step back, and again on request', () => {
    const { player } = played();
    for (const at of [1, 2, 3]) player.hearRecord(step(at));
    expect(player.shown).toMatchObject({ position: 3, isFollowing: true });
    player.back();
    player.hearRecord(step(4));
    expect(player.shown).toMatchObject({ position: 2, isFollowing: false });
    player.follow();
    expect(player.shown).toMatchObject({ position: 4, isFollowing: true });
  });
  test('keeps the selected step while records arrive and are dropped', () => {
    const { player } = played();
    const full = Array.from({ length: RUN_BOUNDS.most }, (_, index) => step(index + 1));
    player.hearPage('one-1', { ...EMPTY, records: full });
    player.goToEntry(100);
    for (let at = RUN_BOUNDS.most + 1; at <= RUN_BOUNDS.most + 10; at += 1) player.hearRecord(step(at));
    expect(player.shown.run.records[player.shown.position - 1]).toMatchObject({ at: 100 });
    player.hearPage('one-1', structuredClone(player.shown.run));
    expect(player.shown.run.records[player.shown.position - 1]).toMatchObject({ at: 100 });
    player.hearPage('one-1', EMPTY);
    expect(player.shown.position).toBe(0);
  });
  test('stops at both ends of the run', () => {
    const { player } = played();
    player.hearRecord(step(1));
    player.forward();
    expect(player.shown.position).toBe(1);
    player.goToEntry(-5);
    expect(player.shown.position).toBe(0);
  });
  test('replays a saved run to its end, and can be paused', () => {
    const { player, shown } = played();
    player.open(getRun(step(1), step(2), step(3)));
    expect(player.shown).toMatchObject({ position: 3, isSaved: true, isPlaying: false });
    player.play();
    expect(player.shown).toMatchObject({ position: 0, isPlaying: true });
    vi.advanceTimersByTime(STEP_MS);
    player.pause();
    vi.advanceTimersByTime(10 * STEP_MS);
    expect(player.shown).toMatchObject({ position: 1, isPlaying: false });
    player.play();
    vi.advanceTimersByTime(10 * STEP_MS);
    expect(shown.at(-2)).toMatchObject({ position: 3, isPlaying: true });
    expect(shown.at(-1)).toMatchObject({ position: 3, isPlaying: false });
  });
  test('keeps new records while a saved run is open', () => {
    const { player } = played();
    player.open(getRun(step(1)));
    player.hearRecord(step(7));
    expect(player.shown.run.records).toHaveLength(1);
    player.follow();
    expect(player.shown).toMatchObject({ position: 1, isSaved: false });
    expect(player.shown.run.records[0]).toMatchObject({ at: 7 });
  });
  test('does not replay an empty run', () => {
    const { player } = played();
    player.play();
    expect(player.shown.isPlaying).toBe(false);
  });
});

describe('a page', () => {
  /** All channels by name, as in a browser. */
  class Channel extends EventTarget {
    static readonly open = new Set<Channel>();
    constructor() {
      super();
      Channel.open.add(this);
    }
    postMessage(data: unknown) {
      for (const other of Channel.open)
        if (other !== this) other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }));
    }
    close() {
      Channel.open.delete(this);
    }
  }
  function getWindow(kept = new Map<string, string>()) {
    const target = new EventTarget();
    const sessionStorage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    return Object.assign(target, { sessionStorage, BroadcastChannel: Channel }) as unknown as Parameters<
      typeof startLivePage
    >[1] &
      EventTarget;
  }
  function atlas() {
    const player = new Player({ onChange: () => undefined, list: listAll });
    const channel = new Channel();
    channel.addEventListener('message', (event) => {
      const message = parseMessage((event as MessageEvent).data);
      if (message?.kind === 'page') player.hearPage(message.page, message.run);
      if (message?.kind === 'record') player.hearRecord(message.record);
    });
    const tell: (message: unknown) => void = channel.postMessage.bind(channel);
    return { player, hello: () => tell({ kind: 'hello' }) };
  }
  const machine = createMachine({ id: 'lamp', initial: 'off', states: { off: { on: { PRESS: 'on' } }, on: {} } });

  test('sends each step, all steps after a hello, and its end', () => {
    const early = atlas();
    const from = getWindow();
    const page = startLivePage('1.0.0', from);
    const actor = createActor(machine, { inspect: page.inspect }).start();
    actor.send({ type: 'PRESS' });
    expect(early.player.shown.run.records).toMatchObject([{ value: 'off' }, { value: 'on', machine: 'lamp' }]);
    const late = atlas();
    expect(late.player.shown.run.records).toEqual([]);
    late.hello();
    expect(late.player.shown.run).toEqual(early.player.shown.run);
    expect(late.player.shown.run.version).toBe('1.0.0');
    from.dispatchEvent(new Event('pagehide'));
    // A page that is left receives a hidden event, which causes steps.
    actor.send({ type: 'HIDE' });
    late.hello();
    expect(getStatesAt(late.player.shown.run, 3).size).toBe(0);
    from.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(getStatesAt(late.player.shown.run, 4).size).toBe(1);
    actor.stop();
    page.stop();
  });

  test('has a tab name that survives a reload, and a new page name', () => {
    const { player } = atlas();
    const kept = new Map<string, string>();
    for (const from of [getWindow(kept), getWindow(kept), getWindow()]) {
      const page = startLivePage('1.0.0', from);
      createActor(machine, { inspect: page.inspect }).start();
      page.stop();
    }
    const { run } = player.shown;
    expect(getTabs(run)).toHaveLength(2);
    expect(new Set(run.records.map(({ page }) => page)).size).toBe(3);
    expect(getStatesAt(run, 3).size).toBe(3);
  });
});

describe('words', () => {
  const chart = createChart('media-player', playerMachine);

  test('format nested states', () => {
    const both = { loaded: { track: 'playing', sound: 'loud' } };
    expect(formatActiveStates('waitingLong')).toBe('Waiting long');
    expect(formatActiveStates(both)).toBe('Loaded: Track: Playing, Sound: Loud');
    const states = { loaded: 'A disc is in', 'loaded.track.playing': 'Plays' };
    expect(formatActiveStates(both, { states })).toBe('A disc is in: Track: Plays, Sound: Loud');
    expect(getLeaves(both)).toEqual(['loaded.sound.loud', 'loaded.track.playing']);
  });
  test('describe a trigger in the words of its flow', () => {
    const labels = { ...NO_LABELS, events: { 'play.press': 'Presses Play', 'nothing.takes': 'Shouts' } };
    const flow = createLiveFlow({ ...chart, labels });
    const describeType = (event: string) => describeTrigger({ event }, flow);
    expect(describeType('play.press')).toBe('Presses Play');
    expect(describeType('nothing.takes')).toBe('Shouts');
    expect(describeType('xstate.after.dimAfter.player.loaded.sound.quiet')).toBe('After 1 min 15 s');
    expect(describeTrigger({ event: 'play.press' })).toBe('play press');
  });
  test.each([
    ['xstate.init', 'begins'],
    ['xstate.stop', 'is left'],
    ['xstate.done.actor.sendPrompt', 'send prompt answers'],
    ['xstate.error.actor.0.player.reading', 'a call fails'],
    ['xstate.after.pollInterval.player.reading', 'after poll interval'],
  ])('%s: %s', (event, words) => expect(describeTrigger({ event })).toBe(words));
});
