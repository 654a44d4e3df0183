import { existsSync, readFileSync } from 'node:fs';
import { transformWithOxc } from 'vite';
import { describe, expect, test } from 'vitest';
import { getEdges, getStateName, getNodes } from 'model-testing/model/structure';
import type { AnyModel } from 'model-testing/model/define';
import { config } from '../../model-testing.config.ts';
import { sources } from '../support/files.ts';
import { machineFiles } from '../support/machines.ts';
import { hasTable } from 'model-testing/table/flow';

const pages = await machineFiles('src/machines');
const server = existsSync('server/machines') ? await machineFiles('server/machines') : [];

/** A chart of this size is readable for a product owner. */
const LIMIT = { states: 25, transitions: 60 };
/** Larger flows, each with the decision that explains the size. */
const LIMITS: Readonly<Record<string, typeof LIMIT>> = {
  // docs/decisions/0009-one-payment-machine.md, 0026-proof-of-a-payers-phone.md,
  // 0052-no-second-payment-unasked.md, 0053-an-own-phone-with-one-press.md, 0137-one-circuit-for-m-pesa.md and
  // 0144-by-hand-is-a-machine-of-its-own.md
  mpesaPayment: { states: 42, transitions: 86 },
  // docs/decisions/0144-by-hand-is-a-machine-of-its-own.md
  byHand: { states: 31, transitions: 65 },
  // docs/decisions/0025-money-in-doubt.md, 0140-a-parcel-is-a-second-machine.md and 0142-payments-by-hand.md
  order: { states: 38, transitions: 144 },
  // docs/decisions/0140-a-parcel-is-a-second-machine.md
  parcel: { ...LIMIT, transitions: 63 },
  // docs/decisions/0138-one-refund-machine.md
  refund: { ...LIMIT, transitions: 111 },
  // docs/decisions/0022-one-order-page.md
  orderTracking: { states: 41, transitions: 97 },
};

test('there are machines to check', () => expect(pages.length).toBeGreaterThan(5));

/** Returns the runtime imports of a file, without type imports. */
async function readImports(path: string, text: string): Promise<(string | undefined)[]> {
  const { code } = await transformWithOxc(text, path, { lang: 'ts' });
  return [...code.matchAll(/\b(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(([, from]) => from);
}

/** Modules that all machines share, with their imports: empty slots and chart pieces (decision 0101). */
const SHARED = { '../slots.ts': ['xstate'], '../parts.ts': [] };

test.each(Object.entries(SHARED))('%s, which machines share, imports only %j', async (shared, imports) => {
  const path = shared.replace('..', 'src/machines');
  expect(await readImports(path, readFileSync(path, 'utf8'))).toEqual(imports);
});

/**
 * A machine may have its slots in `X.setup.ts` and parallel states in `X….regions.ts` (decision 0022). Machines of an
 * area share the pieces in its `Y.parts.ts` (decision 0101).
 */
const getParts = (path: string) => {
  const [folder = '', flow = ''] = path.split(/\/(?=[^/]+$)|\.machine\.ts$/);
  const ownOrShared = new RegExp(`^${folder}/(?:${flow}\\.(?:.+\\.)?(?:setup|regions)|[\\w-]+\\.parts)\\.ts$`);
  return sources(folder).filter((file) => ownOrShared.test(file.path));
};

describe.each([...pages, ...server].map((file) => [file.path, file] as const))('%s', (path, { text, machine }) => {
  const parts = getParts(path);

  test('imports only xstate, slots, parts, rules and texts at runtime', async () => {
    const own = parts.map((part) => `./${part.path.split('/').at(-1)}`);
    const imported = (
      await Promise.all([{ path, text }, ...parts].map((file) => readImports(file.path, file.text)))
    ).flat();
    expect(
      imported.filter(
        (from = '') =>
          from !== 'xstate' && !(from in SHARED) && !/\/(?:rules|texts)\//.test(from) && !own.includes(from),
      ),
    ).toEqual([]);
  });

  test('is small enough to read as a chart', () => {
    const { states, transitions } = LIMITS[machine.id] ?? LIMIT;
    expect(getNodes(machine).length - 1, 'states').toBeLessThanOrEqual(states);
    expect(getEdges(machine).length, 'transitions').toBeLessThanOrEqual(transitions);
  });

  test('names every guard, action and delay, so that the chart is readable and exportable', () => {
    const chart = text.slice(text.search(/\.createMachine\(\{/));
    const regions = parts.flatMap((part) =>
      part.path.endsWith('.parts.ts') ? part.text : part.text.split(/\.createStateConfig\(\{/).slice(1),
    );
    const config = [chart.slice(0, chart.search(/^\}\);/m)), ...regions].join('\n');
    expect(config).not.toMatch(/\b(assign|and|or|not|enqueueActions|raise|sendTo|emit|cancel|stopChild)\(/);
    expect(config).not.toMatch(/after:\s*\{\s*['"]?\d/);
    expect(config).not.toMatch(/guard:\s*\(/);
  });

  test('describes itself and every state in a sentence of at least 3 words', () => {
    const silent = getNodes(machine).filter(({ description }) => (description ?? '').trim().split(/\s+/).length < 3);
    expect(silent.map(getStateName)).toEqual([]);
  });

  test('gives each invoked actor the id of its slot', () => {
    const misnamed = getNodes(machine).flatMap(({ invoke }) =>
      invoke.filter(({ id, src }) => id !== src).map(({ id }) => id),
    );
    expect(misnamed).toEqual([]);
  });
});

/** Machines that lack a part of the tests, each with the place that covers it. A new machine has all parts. */
const WITHOUT: Readonly<Record<'table' | 'view' | 'shows', Readonly<Record<string, string>>>> = {
  table: {},
  view: {
    'payment-screen': 'says which of two views shows: tests/flows/waiting-payment/waiting-payment.requirements.test.ts',
    'protected-page': 'around every page: tests/routes/render.test.tsx',
  },
  shows: {
    'payment-screen': 'says which of two views shows: tests/flows/waiting-payment/waiting-payment.requirements.test.ts',
    'protected-page': 'around every page: tests/routes/render.test.tsx',
  },
};

describe.each(pages.map(({ flow, machine }) => [flow, machine] as const))('%s', (flow, { id }) => {
  const testFile = ['tsx', 'ts']
    .map((ending) => `tests/flows/${flow}/${flow}.paths.test.${ending}`)
    .find((path) => existsSync(path));
  const source = testFile === undefined ? '' : readFileSync(testFile, 'utf8');

  test('has a model with its own machine, invariants and table states', async () => {
    const path = `tests/flows/${flow}/${flow}.model.ts`;
    expect(existsSync(path), path).toBe(true);
    const exported = (await import(/* @vite-ignore */ new URL(`../../${path}`, import.meta.url).pathname)) as Record<
      string,
      Partial<AnyModel>
    >;
    const model = Object.values(exported).find((one) => one.flow === flow);
    expect(model?.machine?.id).toBe(id);
    expect(Object.keys(model?.invariants ?? {}).length, 'invariants').toBeGreaterThan(0);
    expect(Object.keys(model?.states ?? {}).length, 'states of the table').toBeGreaterThan(0);
  });

  test('runs the tests of the flow', () => expect(source).toMatch(/^flowTests\(/m));

  test.each(Object.entries(WITHOUT))('has its %s part, or a reason for its absence', (part, reasons) => {
    expect(new RegExp(`\\b${part}(:|,| \\})`).test(source), part).toBe(reasons[flow] === undefined);
  });
});

describe.each(server.map(({ flow }) => flow))('%s on the server', (flow) => {
  test('has a table and one test that runs it', () => {
    expect(hasTable(config, flow)).toBe(true);
    const running = sources('tests/server').filter(({ text }) => text.includes(`loadFlow(config, '${flow}')`));
    expect(running.map(({ path }) => path)).toHaveLength(1);
  });

  test('has one test that judges its rows in every state: each transition is taken and each guard rejects at least once', () => {
    const machine = `${camelCase(flow)}Machine`;
    // Most machines leave the judging to `testPureMachine`.
    const judging = new RegExp(
      `expect\\(judge\\w+\\(${machine}\\)\\)\\.toBeNull\\(\\)|^const steps = testPureMachine\\([^{]*\\{\\s+machine: ${machine},`,
      'm',
    );
    expect(sources('tests/server').filter(({ text }) => judging.test(text))).toHaveLength(1);
  });
});

function camelCase(flow: string): string {
  return flow.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
