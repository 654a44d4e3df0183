import { existsSync, readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { describe, expect, test } from 'vitest';
import { nameOf, nodesOf } from '../support/model/structure.ts';
import { machineFiles } from '../support/machines.ts';
import { hasTable } from '../support/table/flow.ts';

const pages = await machineFiles('src/machines');
const server = existsSync('server/machines') ? await machineFiles('server/machines') : [];

test('there are machines to look at', () => expect(pages.length).toBeGreaterThan(5));

describe.each([...pages, ...server].map((file) => [file.path, file] as const))('%s', (path, { text, lines, machine }) => {
  test("imports nothing but xstate and the contract's rules once its types are erased", async () => {
    const { code } = await transformWithOxc(text, path, { lang: 'ts' });
    const imported = [...code.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, from]) => from);
    expect(imported.filter((from) => from !== 'xstate' && !from?.includes('contract/rules/'))).toEqual([]);
  });

  test('stays within 300 lines', () => expect(lines).toBeLessThanOrEqual(300));

  test('names every guard, action and delay, so that the chart can be read and exported', () => {
    const chart = text.slice(text.search(/\.createMachine\(\{/));
    const config = chart.slice(0, chart.search(/^\}\);/m));
    expect(config).not.toMatch(/\b(assign|and|or|not|enqueueActions|raise|sendTo|emit|cancel|stopChild)\(/);
    expect(config).not.toMatch(/after:\s*\{\s*['"]?\d/);
    expect(config).not.toMatch(/guard:\s*\(/);
  });

  test('describes itself and every state in a sentence', () => {
    const silent = nodesOf(machine).filter(({ description }) => (description ?? '').trim().split(/\s+/).length < 3);
    expect(silent.map(nameOf)).toEqual([]);
  });

  test('calls each invoked actor by the name of its slot', () => {
    const misnamed = nodesOf(machine).flatMap(({ invoke }) => invoke.filter(({ id, src }) => id !== src).map(({ id }) => id));
    expect(misnamed).toEqual([]);
  });
});

describe.each(pages.map(({ flow }) => flow))('%s', (flow) => {
  test('has a model and runs all of its tests', () => {
    expect(existsSync(`tests/models/${flow}.model.ts`), 'model').toBe(true);
    const paths = [`tests/paths/${flow}.test.tsx`, `tests/paths/${flow}.test.ts`].find((path) => existsSync(path));
    const source = paths === undefined ? '' : readFileSync(paths, 'utf8');
    expect(source).toMatch(/\bflowTests\(/);
    if (hasTable(flow)) expect(source, 'its table').toMatch(/\btable:|\btable,/);
  });
});
