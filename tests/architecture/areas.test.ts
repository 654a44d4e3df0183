import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';
import { machineFiles } from '../support/machines.ts';

/** The areas of the browser's layers match those in docs/architecture.md (decision 0089). */

const PAGE = readFileSync('docs/architecture.md', 'utf8');
const LAYERS = ['machines', 'views', 'routes', 'compose', 'rules'];
/** Folders of src/views that belong to no area. */
const COMMON_VIEWS = ['format', 'parts', 'theme'];
/** Files that combine areas and belong to none. Every other file outside an area imports no area. */
const JOINS =
  /^src\/(?:compose\.ts|entry-\w+\.tsx|compose\/env\.ts|routes\/(?:seo-metadata|root|root-error|table)\.|services\/)/;

/** Matches `| area | flow, flow |`. */
const flowsOf = new Map(
  [...PAGE.matchAll(/^\| `(\w+)` +\| ([\w-]+(?:, [\w-]+)*) +\|$/gm)].map(
    ([, area = '', flows = '']) => [area, flows.split(', ')] as const,
  ),
);
/** Matches `| area | area | name, name |`. Each entry is 'user, used, name'. */
const allowed = new Set(
  [...PAGE.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| ([\w-]+(?:, [\w-]+)*) +\|$/gm)].flatMap(
    ([, user = '', used = '', names = '']) => names.split(', ').map((name) => `${user}, ${used}, ${name}`),
  ),
);

/** Returns `login` for `src/views/account/login.view.tsx`: the name is the same in every layer. */
const getName = (path: string) => posix.basename(path).split('.', 1)[0] ?? '';

/**
 * Returns `account` for `src/views/account/login.view.tsx` and `src/texts/account.ts`; null for files outside an area.
 */
function getArea(path: string): string | null {
  const [, layer = '', folder = '', file] = path.split('/');
  if (layer === 'texts' && folder === 'pages') return 'shell';
  if (layer === 'texts') return flowsOf.has(getName(path)) ? getName(path) : null;
  const isCommon = layer === 'views' && COMMON_VIEWS.includes(folder);
  return file !== undefined && LAYERS.includes(layer) && !isCommon ? folder : null;
}

/** Imports into an area from outside it. */
const crossing = sources('src').flatMap(({ path: from, text }) =>
  [...text.matchAll(/(?:\bfrom |\bimport\(|^import )'(\.[^']+)'/gm)]
    .map(([, target = '']) => ({ from, to: posix.join(posix.dirname(from), target) }))
    .filter(({ to }) => getArea(to) !== null && getArea(to) !== getArea(from)),
);
const between = crossing.filter(({ from }) => getArea(from) !== null);
const ruleFor = ({ from, to }: { from: string; to: string }) => `${getArea(from)}, ${getArea(to)}, ${getName(to)}`;

test('areas import from each other', () => {
  expect(flowsOf.size).toBeGreaterThan(5);
  expect(between.length).toBeGreaterThan(50);
});

describe.each(LAYERS)('src/%s', (layer) => {
  const folders = readdirSync(`src/${layer}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !(layer === 'views' && COMMON_VIEWS.includes(entry.name)))
    .map(({ name }) => name);

  test('has only the folders of the areas', () => {
    expect(folders.filter((folder) => !flowsOf.has(folder))).toEqual([]);
  });

  test('has each flow in its area', () => {
    const owners = new Map([...flowsOf].flatMap(([area, flows]) => flows.map((flow) => [flow, area] as const)));
    const files = sources(...folders.map((folder) => `src/${layer}/${folder}`)).map(({ path }) => path);
    expect(files.filter((path) => (owners.get(getName(path)) ?? getArea(path)) !== getArea(path))).toEqual([]);
  });
});

test('src/texts has a module for each area and one common module', () => {
  expect(readdirSync('src/texts').toSorted()).toEqual(
    [...[...flowsOf.keys(), 'common'].map((name) => `${name}.ts`), 'pages'].toSorted(),
  );
});

test('the flows of the areas are the machines', async () => {
  const machines = (await machineFiles('src/machines')).map(({ path, flow }) => `${getArea(path)}, ${flow}`);
  const told = [...flowsOf].flatMap(([area, flows]) => flows.map((flow) => `${area}, ${flow}`));
  expect(told.toSorted()).toEqual(machines.toSorted());
});

test('an area imports only what docs/architecture.md allows', () => {
  expect(between.filter((one) => !allowed.has(ruleFor(one)))).toEqual([]);
});

test('docs/architecture.md allows only imports that exist', () => {
  const found = new Set(between.map(ruleFor));
  expect([...allowed].filter((rule) => !found.has(rule))).toEqual([]);
});

test('files outside the areas import no area, except the files that combine areas', () => {
  expect(crossing.filter(({ from }) => getArea(from) === null && !JOINS.test(from))).toEqual([]);
});
