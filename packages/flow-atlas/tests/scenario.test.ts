import { describe, expect, test } from 'vitest';
import { toLines } from '../browser/bdd.ts';
import type { Player } from '../browser/play.ts';
import { findCaseId, ScenarioWalk } from '../browser/scenario.ts';
import type { Move, Script } from '../browser/script.ts';
import type { CaseStep } from '../cases/case.ts';

const step = (keyword: CaseStep['keyword'], action: string, words: readonly string[]): CaseStep => ({
  keyword,
  action,
  data: [],
  expected: words.map((each) => ({ words: each, line: each })),
  references: [],
});
const move = (name: Move['do'], ...given: readonly unknown[]): Move => ({ do: name, with: given });

const script: Script = {
  case: {
    id: 'door-01234567',
    fingerprint: '89abcdef',
    flow: 'door',
    title: 'Ring',
    preconditions: [],
    steps: [step('given', 'Open the door.', ['Open.']), step('when', 'Ring\ntwice.', ['It rings.', 'A dog barks.'])],
    references: [],
    tags: ['door'],
  },
  steps: [
    {
      text: 'Open the door.',
      moves: [move('step'), move('go', '/door')],
      checks: [move('text', 'Open')],
      expectations: [{ words: 'Open.', check: { text: 'Open' } }],
    },
    {
      text: 'Ring\ntwice.',
      moves: [move('step'), move('aside')],
      checks: [move('text', 'Ring'), move('sight', { texts: ['Ring'] })],
      expectations: [
        { words: 'It rings.', check: { text: 'Ring' } },
        { words: 'A dog barks.', check: null },
      ],
    },
  ],
};

/** Records what a player does. */
function createWalk() {
  const done: string[] = [];
  const player = new Proxy(
    {},
    {
      get:
        (_, name: string) =>
        (...given: unknown[]) =>
          void done.push([name, ...given.map((one) => JSON.stringify(one))].join(' ')),
    },
  );
  return { walk: new ScenarioWalk(player as Player, 'door-01234567', toLines(script)), done };
}

describe('the lines of a scenario', () => {
  test('TST-Q6: a step that leads there checks everything, an expectation its own words, the last line the view', () => {
    expect(toLines(script)).toEqual([
      { text: 'Open the door.', moves: [move('step'), move('go', '/door'), move('text', 'Open')] },
      { text: 'Ring twice.', moves: [move('step'), move('aside')] },
      { text: 'It rings.', moves: [move('text', 'Ring')] },
      { text: 'A dog barks.', moves: [move('sight', { texts: ['Ring'] })], isByHand: true },
    ]);
  });

  test('TST-Q6: without expectations the step itself checks the view', () => {
    const { steps } = script;
    const silent = steps.map((one) => ({ ...one, checks: [move('unchanged')], expectations: [] }));
    expect(
      toLines({ ...script, steps: silent })
        .at(-1)
        ?.moves.at(-1),
    ).toEqual(move('unchanged'));
  });
});

describe('a walk of a scenario', () => {
  test('TST-Q6: performs the moves of each line, and says what only a person can check', async () => {
    const { walk, done } = createWalk();
    const byHand: boolean[] = [];
    for (const text of ['Open the door.', 'Ring twice.', 'It rings.', 'A dog barks.'])
      byHand.push((await walk.walk(text)).isByHand === true);
    walk.end();
    expect(done).toEqual([
      'step',
      'go "/door"',
      'text "Open"',
      'step',
      'aside',
      'text "Ring"',
      'sight {"texts":["Ring"]}',
    ]);
    expect(byHand).toEqual([false, false, false, true]);
    await expect(walk.walk('It rings.')).rejects.toThrow('door-01234567 has ended.');
  });

  test('TST-Q6: refuses a line that the case does not have, and performs nothing', async () => {
    const { walk, done } = createWalk();
    await expect(walk.walk('Open the window.')).rejects.toThrow(
      'door-01234567 has no such line:\n  Open the window.\nThe next line of door-01234567 is:\n  Open the door.',
    );
    expect(done).toEqual([]);
  });

  test('TST-Q6: refuses a line in another place', async () => {
    const { walk } = createWalk();
    await walk.walk('Open the door.');
    await expect(walk.walk('It rings.')).rejects.toThrow(
      'This line is not the next one of door-01234567:\n  It rings.',
    );
  });

  test('TST-Q6: refuses an end before the last line', async () => {
    const { walk } = createWalk();
    await walk.walk('Open the door.');
    expect(() => walk.end()).toThrow('The scenario ends too early. The next line of door-01234567 is:\n  Ring twice.');
  });

  test('TST-Q6: the case is found by its tag', () => {
    expect(findCaseId(['@smoke', '@front-door-01234567', '@door'])).toBe('front-door-01234567');
    expect(() => findCaseId(['@door'])).toThrow('The scenario has no tag with the id of its case');
  });
});
