import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { Window } from 'happy-dom';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatJunit } from '../browser/junit.ts';
import { countChecked, formatChecked, getVerdict } from '../browser/result.ts';
import { readFormerRun, removeFormerRun } from '../browser/results.ts';
import { divideWork, workInShares } from '../browser/shares.ts';
import { formatReport } from '../browser/report.ts';
import { writeRun } from '../browser/write-run.ts';
import { run } from './run-of-cases.ts';

/** The files that a run in a browser writes, read back. */

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'run-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

test('X88: counts the expectations of passed steps only, against those of all steps', () => {
  expect(run.results.map(getVerdict)).toEqual(['passed', 'failed', 'unchecked']);
  expect(run.results.map(countChecked)).toEqual([
    { checked: 3, all: 4 },
    { checked: 1, all: 4 },
    { checked: 0, all: 4 },
  ]);
  expect(formatChecked(run.results)).toBe('4 of 12 expectations checked');
});

describe('the files of a run', () => {
  test('TST-Q6: junit.xml has a suite for each flow, with the failure and the skipped cases', () => {
    writeRun(folder, run);
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '', processEntities: true });
    const { testsuites } = parser.parse(read('junit.xml')) as JunitFile;
    expect(testsuites).toMatchObject({ tests: '4', failures: '1', errors: '0', skipped: '2', time: '4.000' });
    const [lock, door] = testsuites.testsuite;
    expect(lock).toMatchObject({
      name: 'lock',
      tests: '3',
      failures: '1',
      skipped: '1',
      timestamp: '2026-11-28T12:30:00',
    });
    expect(lock?.testcase).toMatchObject([
      { name: 'The case a (lock-a)', classname: 'lock', time: '1.500' },
      {
        name: 'The case b (lock-b)',
        failure: {
          message: "Not seen: 'Heard'. On the page instead: '<b>Herd</b>'.",
          '#text': expect.stringContaining("Step 2: Press 'Ring'.\nNot seen: 'Heard'.") as string,
        },
      },
      { name: 'The case out (lock-out)', skipped: { message: 'Left out: a browser has no <door>' } },
    ]);
    expect(door).toMatchObject({
      name: 'door',
      testcase: { name: 'Say "no" (lock-c)', skipped: { message: 'Nothing that it says could be checked' } },
    });
  });

  test('TST-Q6: a sign that XML cannot contain does not damage junit.xml', () => {
    const [first] = run.results;
    const told = first && { ...first, case: { ...first.case, title: 'Bell \u0007 & "door"' } };
    const text = formatJunit({ ...run, results: told === undefined ? [] : [told], leftOut: [] });
    expect(text).toContain('name="Bell  &amp; &quot;door&quot; (lock-a)"');
  });

  test('TST-Q6: allure-results has a result for each case, with the same uuid in each run', () => {
    writeRun(folder, run);
    const files = () =>
      readdirSync(path.join(folder, 'allure-results')).filter((name) => name.endsWith('-result.json'));
    const before = files();
    expect(before).toHaveLength(4);
    writeRun(folder, { ...run, started: run.started + 1 });
    expect(files()).toEqual(before);
    const all = before.map((name) => [name, JSON.parse(read(`allure-results/${name}`)) as AllureResult] as const);
    for (const [name, { uuid }] of all) {
      expect(name).toBe(`${uuid}-result.json`);
      expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    }
    const byId = new Map(all.map(([, result]) => [result.historyId, result]));
    expect([...byId.values()].map(({ historyId, status }) => `${historyId} ${status}`).sort()).toEqual([
      'lock-a passed',
      'lock-b failed',
      'lock-c skipped',
      'lock-out skipped',
    ]);
    expect(byId.get('lock-b')).toMatchObject({
      name: 'The case b',
      stage: 'finished',
      start: run.started,
      stop: run.started + 1_500,
      statusDetails: { message: expect.stringContaining("Not seen: 'Heard'.") as string },
      labels: expect.arrayContaining([
        { name: 'suite', value: 'lock' },
        { name: 'tag', value: 'D1' },
      ]) as unknown,
      steps: [
        { name: 'Begin.', status: 'passed', attachments: [{ source: 'lock-b-1.webp', type: 'image/webp' }] },
        { name: "Press 'Ring'.", status: 'failed', attachments: [{ source: 'lock-b-2.webp' }] },
        { name: 'Wait 5 s.', status: 'skipped', attachments: [] },
      ],
    });
    expect(byId.get('lock-b')?.steps[1]?.parameters).toEqual([
      { name: 'Data', value: 'D1: a guest' },
      { name: 'Data', value: 'POST /check: code 1' },
      { name: 'Then (not checked)', value: 'Asked, in words.' },
      { name: 'Then', value: 'Heard, in words.' },
    ]);
    expect(byId.get('lock-out')?.statusDetails).toEqual({ message: 'Left out: a browser has no <door>' });
  });

  test('TST-Q4: results.json has what was expected in each step', () => {
    writeRun(folder, run);
    const stored = readFormerRun(folder);
    expect(stored).toMatchObject({
      version: 1,
      machine: 'lock',
      selection: { cover: 'states', maxSteps: 3 },
      seconds: 4,
    });
    expect(stored?.cases.map(({ id, verdict, seconds }) => [id, verdict, seconds])).toEqual([
      ['lock-a', 'passed', 1.5],
      ['lock-b', 'failed', 1.5],
      ['lock-c', 'unchecked', 1.5],
      ['lock-out', 'left out', 0],
    ]);
    expect(stored?.cases[1]).toMatchObject({ fingerprint: 'print-b', failure: { step: 2 }, checked: 1, all: 4 });
    expect(stored?.cases[1]?.steps[1]).toEqual({
      action: "Press 'Ring'.",
      expected: [
        { words: 'Asked, in words.', line: 'Asked' },
        { words: 'Heard, in words.', line: 'Heard' },
      ],
      picture: 'allure-results/lock-b-2.webp',
    });
  });

  test('TST-Q6: a new run deletes the pictures and results of the last one, and no other file', () => {
    writeRun(folder, run);
    const mine = path.join(folder, 'allure-results/mine.json');
    writeFileSync(mine, '{}');
    writeFileSync(path.join(folder, 'allure-results/lock-a-1.webp'), '');
    const stored = readFormerRun(folder);
    if (stored !== null) removeFormerRun(folder, stored);
    expect(readdirSync(path.join(folder, 'allure-results'))).toEqual(['mine.json']);
  });

  test('TST-Q6: a damaged results.json of the last run does not stop a new one, nor delete files elsewhere', () => {
    writeRun(folder, run);
    writeFileSync(path.join(folder, 'results.json'), '{');
    expect(readFormerRun(folder)).toBeNull();
    const inside = path.join(folder, 'report');
    mkdirSync(inside);
    const outside = path.join(folder, 'precious.webp');
    writeFileSync(outside, '');
    writeRun(inside, run);
    const stored = readFormerRun(inside);
    const [first] = stored?.cases ?? [];
    if (stored === null || first === undefined) throw new Error('no results');
    const steps = [{ action: '', expected: [], picture: '../precious.webp' }];
    removeFormerRun(inside, { ...stored, cases: [{ ...first, steps }] });
    expect(existsSync(outside)).toBe(true);
  });
});

describe('the page of a run', () => {
  const open = (hash = '') => {
    const window = new Window({
      url: `http://page/${hash}`,
      width: 1280,
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    window.document.write(formatReport(run));
    const { document } = window;
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((one) => !(one as unknown as HTMLElement).hidden);
    return { window, document, shown };
  };

  test('TST-Q7: has a contents list with verdicts and links to each case', () => {
    const { document } = open();
    expect([...document.querySelectorAll('nav a')].map((one) => [one.getAttribute('href'), one.textContent])).toEqual([
      ['#lock-a', '✓ Passed The case a'],
      ['#lock-b', '✗ Failed The case b'],
      ['#lock-c', '? Not checked Say "no"'],
      ['#lock-out', '– Left out The case out'],
    ]);
    expect(document.querySelector('h1')?.textContent).toBe('lock: 1 of 3 paths passed');
    expect(document.querySelector('header p')?.textContent).toBe(
      '1 failed · 1 without a check · 1 left out · 4 of 12 expectations checked · 2026-11-28 12:30 UTC · 4 s · http://localhost:3000 · commit 0123456789ab-changed',
    );
  });

  test('TST-Q7: shows start, test data, steps, expectations, failure and pictures, which load when they are near', () => {
    const { document } = open();
    const failed = document.querySelector('#lock-b');
    expect(failed?.hasAttribute('open')).toBe(true);
    expect(document.querySelector('#lock-a')?.hasAttribute('open')).toBe(false);
    expect([...(failed?.querySelectorAll('dt, dd') ?? [])].map((one) => one.textContent).slice(0, 6)).toEqual([
      'Start',
      'A <door> & a lock',
      'Test data',
      'D1: a guest',
      'See',
      'D1',
    ]);
    const step = failed?.querySelector('.steps > .failed');
    expect([...(step?.querySelectorAll(':scope > ul > li') ?? [])].map((one) => one.textContent)).toEqual([
      'Asked, in words. Not checked: compare the picture.',
      'Heard, in words.',
      'with POST /check: code 1',
    ]);
    expect(step?.querySelector('.wrong')?.textContent).toBe(
      "FailedNot seen: 'Heard'. On the page instead: '<b>Herd</b>'.No control: button 'Ring'.",
    );
    expect(step?.querySelector('img')?.getAttribute('src')).toBe('allure-results/lock-b-2.webp');
    expect(failed?.querySelector('figcaption')?.textContent).toBe(
      "New: 'Who is there?', button 'Ring' (off). Gone: 'Ring'.",
    );
    expect([...document.querySelectorAll('img')].every((one) => one.getAttribute('loading') === 'lazy')).toBe(true);
    expect(failed?.querySelector('.not-reached')?.textContent).toContain('Not reached.');
  });

  test('TST-Q7: filters by verdict, by checks and by text, in the contents too', () => {
    const { window, document, shown } = open();
    const form = document.querySelector('form');
    const choose = (value: string) => {
      const radio = document.querySelector(`input[value="${value}"]`) as unknown as HTMLInputElement;
      radio.click();
      form?.dispatchEvent(new window.Event('input'));
    };
    expect(form?.hasAttribute('hidden')).toBe(false);
    expect(shown('main details')).toHaveLength(4);
    choose('failed');
    expect(shown('main details').map(({ id }) => id)).toEqual(['lock-b']);
    expect(shown('nav li').map((one) => one.getAttribute('data-for'))).toEqual(['lock-b']);
    choose('partly');
    expect(shown('main details').map(({ id }) => id)).toEqual(['lock-a', 'lock-c']);
    const search = document.querySelector('input[type="search"]') as unknown as HTMLInputElement;
    search.value = 'say NO';
    choose('all');
    expect(shown('main details').map(({ id }) => id)).toEqual(['lock-c']);
    expect(document.querySelector('output')?.textContent).toBe('1 of 4 cases');
  });

  test('TST-Q7: opens the case that the address names, and all cases by a button', () => {
    const { document } = open('#lock-a');
    expect(document.querySelector('#lock-a')?.hasAttribute('open')).toBe(true);
    const opener = document.querySelector('[data-open]') as unknown as HTMLButtonElement;
    opener.click();
    expect(document.querySelectorAll('main details[open]')).toHaveLength(4);
    expect(opener.textContent).toBe('Close all');
  });
});

describe('the order of a run', () => {
  const works = (...weights: readonly number[]) => weights.map((weight) => ({ work: weight, weight }));

  test('TST-Q7: each worker does its slowest case last, and both end at about the same time', () => {
    const shares = divideWork(works(2, 9, 2, 3, 1, 8, 2, 1), 2);
    expect(shares).toEqual([
      [1, 2, 2, 9],
      [1, 2, 3, 8],
    ]);
    expect(divideWork(works(20, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2), 2)[0]).toEqual([20]);
    expect(divideWork(works(3, 1, 2), 1)).toEqual([[1, 2, 3]]);
  });

  test('TST-Q7: a worker that has ended early takes over the next case of the other', async () => {
    const done: string[] = [];
    const shares = [['a'], ['b', 'c', 'd']];
    let free = () => undefined as void;
    const blocked = new Promise<void>((resolve) => {
      free = resolve;
    });
    await workInShares(shares, async (work) => {
      done.push(work);
      if (work === 'b') await blocked;
      if (work === 'd') free();
    });
    expect(done).toEqual(['a', 'b', 'c', 'd']);
  });
});

/** What is read of JUnit's file. */
interface JunitFile {
  readonly testsuites: Record<string, unknown> & {
    readonly testsuite: readonly (Record<string, unknown> & { readonly testcase: unknown })[];
  };
}

interface AllureResult {
  readonly uuid: string;
  readonly historyId: string;
  readonly status: string;
  readonly statusDetails?: unknown;
  readonly steps: readonly { readonly parameters: unknown }[];
}
