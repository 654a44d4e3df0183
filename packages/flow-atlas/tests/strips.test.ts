import type { AnyMachineSnapshot } from 'xstate';
import { describe, expect, test } from 'vitest';
import { createChart } from '../atlas/create-chart.ts';
import type { Subject } from '../cases/subject.ts';
import { findErrorTexts } from '../strips/error-texts.ts';
import { stripPage } from '../strips/page.ts';
import { selectStrips } from '../strips/select.ts';
import { toWalk } from '../strips/strip.ts';
import type { Goal } from '../strips/strip.ts';
import { lock, lockMachine } from './door.ts';

type IsWrong = (snapshot: AnyMachineSnapshot) => boolean;
const getCode = ({ context }: AnyMachineSnapshot) => (context as { readonly code: string }).code;

/** The lock with a view that reports a problem in some snapshots. */
const withProblem = (isWrong: IsWrong): Subject => ({
  ...lock,
  look: (snapshot: AnyMachineSnapshot | null) => {
    if (snapshot?.status !== 'active') return null;
    const text = isWrong(snapshot) ? 'Wrong code' : 'Code';
    return { html: `<p role="${text === 'Code' ? 'none' : 'alert'}">${text}</p>`, texts: new Set([text]) };
  },
});
const isTyping: IsWrong = (snapshot) => snapshot.matches('shut') && getCode(snapshot) !== '';
const select = (goal: Goal, isWrong = isTyping) => {
  const subject = withProblem(isWrong);
  return selectStrips(subject, (id) => (id === 'lock' ? subject : null), goal);
};

describe('TST-O3: strips of screens', () => {
  test('begin with the shortest path to the goal on which nothing goes wrong', async () => {
    const [happy] = await select({ state: 'open' });
    expect(happy).toMatchObject({
      kind: 'happy',
      start: ['G1 has arrived.', 'Stand before the door.'],
      labels: ['start', 'code.send', 'check answers(right)'],
      frames: [
        { place: 'The shut lock', next: ["Press the button 'Send'."], step: 0 },
        { place: 'asking', next: ['Let the lock accept the code K1.'], step: 1 },
        // The flow has ended, so there is no screen of it.
        { place: 'open', next: [], step: null },
      ],
    });
    expect(happy && toWalk(happy).steps).toEqual([0, 1]);
    expect(happy?.data).toContain('K1: the code 1234');
  });
  test('take a longer way to the goal when the shortest one shows a problem', async () => {
    const isEmpty: IsWrong = (snapshot) => snapshot.matches('asking') && getCode(snapshot) === '';
    const [happy] = await select({ state: 'open' }, isEmpty);
    expect(happy?.labels).toEqual(['start', 'code.change(right)', 'code.send', 'check answers(right)']);
  });
  test('show no path twice', async () => {
    const strips = await select({ state: 'open', unhappy: ['asking', 'asking'] });
    expect(strips.map(({ problem }) => problem)).toEqual(['', '‘Wrong code’', 'asking']);
  });
  test('continue with the shortest paths to error texts, then to the unhappy states of the goal', async () => {
    const [, wrong, asking] = await select({ state: 'open', unhappy: ['asking'] });
    expect(wrong).toMatchObject({ kind: 'unhappy', problem: '‘Wrong code’', labels: ['start', 'code.change(right)'] });
    expect(asking).toMatchObject({ kind: 'unhappy', problem: 'asking', labels: ['start', 'code.send'] });
  });
  test('do not take an event that the goal excludes', async () => {
    const [happy] = await select({ state: 'asking', without: ['code.send'] });
    // No other event leads there, so the exclusion is void.
    expect(happy?.labels).toEqual(['start', 'code.send']);
  });
  test('refuse a goal that no path reaches', async () => {
    await expect(select({ state: 'broken' })).rejects.toThrow("no reachable state of lock called 'broken'");
  });
  test('number the screens of each path on the page', async () => {
    const strips = await select({ state: 'open' });
    const html = stripPage(createChart('lock', lockMachine), strips, ['lock.strip.js']);
    expect([...html.matchAll(/data-screen="([^"]+)"/g)].map(([, at]) => at)).toEqual(['0 0', '0 1', '1 0', '1 1']);
    expect(html).toContain('<script src="lock.strip.js">');
    expect(html).toContain('<h2 id="strip-0">When all goes well: open</h2>');
  });
});

describe('error texts of a view', () => {
  test('are its alerts and the messages of its invalid fields', () => {
    const html = `<div role="alert" class="x"><p>No &amp; never. <button>Again</button></p></div>
<input aria-invalid="true" aria-describedby="hint e1" id="a"/><p id="e1">Email is required</p><p id="hint"></p>
<input aria-describedby="e2"/><p id="e2">Fine</p><p role="status">Saved</p><div role="alert"></div>`;
    expect(findErrorTexts(html)).toEqual(['No & never.', 'Email is required']);
  });
});
