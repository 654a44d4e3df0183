import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { selectCases } from 'flow-atlas/cases/select';
import { formatRun } from 'flow-atlas/live/messages';
import { createRecorder } from 'flow-atlas/live/recorder';
import type { Run } from 'flow-atlas/live/run';
import { version } from '../../package.json';
import { brandCarouselMachine } from '../../src/machines/home/brand-carousel.machine.ts';
import { selectFromRuns } from '../../tools/paths/from-run.ts';
import { exportCases } from '../../tools/paths/in-browser.ts';
import { createSubjectFinder, getSubject } from '../../tools/paths/machines.ts';
import { parseOptions } from '../../tools/paths/options.ts';

/** Runs that a shopper makes on the home page, as files. */

let folder = '';
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'runs-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Pressed = 'page.next' | 'page.previous';

function record(...pressed: Pressed[]): Run {
  const recorder = createRecorder({ tab: 'tab', page: 'page', now: () => 0, version });
  const actor = createActor(brandCarouselMachine, { input: { count: 13 }, inspect: recorder.inspect }).start();
  for (const type of pressed) actor.send({ type });
  actor.stop();
  return recorder.run();
}

/** Writes a file into a folder of its own. */
function save(name: string, ...texts: string[]): string {
  const own = mkdtempSync(path.join(folder, `${name}-`));
  for (const [index, text] of texts.entries()) writeFileSync(path.join(own, `${index}.json`), text);
  return texts.length === 1 ? path.join(own, '0.json') : own;
}
const write = (...runs: readonly Run[]) => save('runs', ...runs.map(formatRun));
const AROUND = ['page.next', 'page.next', 'page.previous'] as const;

describe('a saved run', () => {
  test('TST-Q9: becomes a case in sentences, with the nearest generated one', async () => {
    const { selections, remarks } = await selectFromRuns(write(record(...AROUND)), null);
    const [one, ...others] = selections;
    expect([one?.machine, others]).toEqual(['brand-carousel', []]);
    const subject = await getSubject('brand-carousel');
    const [told] = await selectCases(subject, await createSubjectFinder(subject), one?.asked ?? {});
    expect(told?.steps.slice(1).map(({ action }) => action)).toEqual([
      "Press the button 'Next brands'.",
      "Press the button 'Next brands'.",
      "Press the button 'Previous brands'.",
    ]);
    expect(told?.title).toMatch(/^A recorded run → /);
    expect(remarks).toEqual([
      expect.stringMatching(
        new RegExp(`^${told?.id}: (?:It is a generated case|The nearest generated case is brand-carousel-\\w{8} )`),
      ),
    ]);
  });
  test('TST-Q9: becomes a Playwright test', async () => {
    const options = parseOptions(['--from-run', write(record('page.next')), '--format', 'playwright']);
    const { scripts, leftOut } = await exportCases(options);
    expect(leftOut).toEqual([]);
    expect(scripts.flatMap(({ steps }) => steps.flatMap(({ moves }) => moves.map((move) => move.do)))).toContain('act');
  });
  test('TST-Q9: counts once in a folder that has the same way twice', async () => {
    const runs = write(record('page.next'), record('page.next'), record(...AROUND));
    expect((await selectFromRuns(runs, null)).selections).toHaveLength(2);
  });
  test('TST-Q9: of another version is used, with a sentence', async () => {
    const { selections, remarks } = await selectFromRuns(write({ ...record('page.next'), version: '0.0.1' }), null);
    expect(selections).toHaveLength(1);
    expect(remarks[0]).toBe(`0.json: The run was recorded with version 0.0.1, here is version ${version}.`);
  });
});

describe('a file without a test', () => {
  const [first] = record().records;
  const gone = { ...record(), records: [{ ...first, machine: 'giftCard' } as Run['records'][number]] };

  test.each<[string, () => string, string | null, string]>([
    ['a damaged file', () => save('bad', formatRun(record()).slice(0, -20)), null, 'its end is missing'],
    ['a file of another kind', () => save('bad', '{}'), null, 'The file is not a saved run.'],
    ['a file of the former format', () => save('bad', '{"format":"atlas-run","version":1}'), null, 'the file has 1'],
    ['a file of 50 MB', () => save('bad', ' '.repeat(50_000_000)), null, 'larger than any saved run'],
    ['a folder without files', () => save('bad'), null, 'has no saved runs'],
    ['a run of a flow that is gone', () => write(gone), null, 'A flow of this run does not exist here: giftCard.'],
    ['a run without an act', () => write(record()), null, 'the shopper did nothing in a flow of this shop.'],
    ['a run of other flows', () => write(record('page.next')), 'login', 'the flow login did not run.'],
  ])('TST-Q9: gets a sentence: %s', async (_, make, machine, sentence) => {
    await expect(selectFromRuns(make(), machine)).rejects.toThrow(sentence);
  });
});
