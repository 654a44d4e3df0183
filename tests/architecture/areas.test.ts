import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sources } from '../support/files.ts';
import { machineFiles } from '../support/machines.ts';

/** The areas of the browser's layers are those of docs/architecture.md (decision 0089). */

const PAGE = readFileSync('docs/architecture.md', 'utf8');
const LAYERS = ['machines', 'views', 'routes', 'compose', 'rules'];
/** Folders of src/views that belong to no area. */
const COMMON_VIEWS = ['format', 'parts', 'theme'];
/** What puts areas together belongs to none of them. Every other file of no area knows none. */
const JOINS =
  /^src\/(?:compose\.ts|entry-\w+\.tsx|compose\/env\.ts|routes\/(?:seo-metadata|root|root-error|table)\.|services\/)/;

/** `| area | flow, flow |` */
const flowsOf = new Map(
  [...PAGE.matchAll(/^\| `(\w+)` +\| ([\w-]+(?:, [\w-]+)*) +\|$/gm)].map(
    ([, area = '', flows = '']) => [area, flows.split(', ')] as const,
  ),
);
/** `| area | area | name, name |`: each as 'user, used, name'. */
const allowed = new Set(
  [...PAGE.matchAll(/^\| `(\w+)` +\| `(\w+)` +\| ([\w-]+(?:, [\w-]+)*) +\|$/gm)].flatMap(
    ([, user = '', used = '', names = '']) => names.split(', ').map((name) => `${user}, ${used}, ${name}`),
  ),
);

/** `login` of `src/views/account/login.view.tsx`: the name that a thing has in every layer. */
const nameOf = (path: string) => posix.basename(path).split('.', 1)[0] ?? '';

/** `account` of `src/views/account/login.view.tsx` and of `src/texts/account.ts`; null for what belongs to none. */
function areaOf(path: string): string | null {
  const [, layer = '', folder = '', file] = path.split('/');
  if (layer === 'texts' && folder === 'pages') return 'shell';
  if (layer === 'texts') return flowsOf.has(nameOf(path)) ? nameOf(path) : null;
  const isCommon = layer === 'views' && COMMON_VIEWS.includes(folder);
  return file !== undefined && LAYERS.includes(layer) && !isCommon ? folder : null;
}

/** Imports into an area from outside of it. */
const crossing = sources('src').flatMap(({ path: from, text }) =>
  [...text.matchAll(/(?:\bfrom |\bimport\(|^import )'(\.[^']+)'/gm)]
    .map(([, target = '']) => ({ from, to: posix.join(posix.dirname(from), target) }))
    .filter(({ to }) => areaOf(to) !== null && areaOf(to) !== areaOf(from)),
);
const between = crossing.filter(({ from }) => areaOf(from) !== null);
const ruleFor = ({ from, to }: { from: string; to: string }) => `${areaOf(from)}, ${areaOf(to)}, ${nameOf(to)}`;

test('there are areas that import from each other', () => {
  expect(flowsOf.size).toBeGreaterThan(5);
  expect(between.length).toBeGreaterThan(50);
});

describe.each(LAYERS)('src/%s', (layer) => {
  const folders = readdirSync(`src/${layer}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !(layer === 'views' && COMMON_VIEWS.includes(entry.name)))
    .map(({ name }) => name);

  test('has no folder but those of the areas', () => {
    expect(folders.filter((folder) => !flowsOf.has(folder))).toEqual([]);
  });

  test('has each flow in its area', () => {
    const owners = new Map([...flowsOf].flatMap(([area, flows]) => flows.map((flow) => [flow, area] as const)));
    const files = sources(...folders.map((folder) => `src/${layer}/${folder}`)).map(({ path }) => path);
    expect(files.filter((path) => (owners.get(nameOf(path)) ?? areaOf(path)) !== areaOf(path))).toEqual([]);
  });
});

test('src/texts has a module for each area, and one for what belongs to none', () => {
  expect(readdirSync('src/texts').toSorted()).toEqual(
    [...[...flowsOf.keys(), 'common'].map((name) => `${name}.ts`), 'pages'].toSorted(),
  );
});

test('the flows of the areas are the machines', async () => {
  const machines = (await machineFiles('src/machines')).map(({ path, flow }) => `${areaOf(path)}, ${flow}`);
  const told = [...flowsOf].flatMap(([area, flows]) => flows.map((flow) => `${area}, ${flow}`));
  expect(told.toSorted()).toEqual(machines.toSorted());
});

test('an area imports from another what the page names, and nothing else', () => {
  expect(between.filter((one) => !allowed.has(ruleFor(one)))).toEqual([]);
});

test('the page names nothing that is not imported', () => {
  const found = new Set(between.map(ruleFor));
  expect([...allowed].filter((rule) => !found.has(rule))).toEqual([]);
});

test('what belongs to no area knows none, but where areas are put together', () => {
  expect(crossing.filter(({ from }) => areaOf(from) === null && !JOINS.test(from))).toEqual([]);
});
