import path from 'node:path';

/** Finds the nearest tests of a change: those with the same name, then those with the shortest import path to it. */

export interface Source {
  readonly path: string;
  readonly text: string;
}

export interface Related {
  readonly path: string;
  /** 0 for a changed test or one with the same name, otherwise the number of imports from the test to the change. */
  readonly distance: number;
}

/** Tests of the projects `unit` and `paths`. Only `npm test` runs tests of the whole repository. */
const TESTED = /^(?:tests\/(?!architecture\/|cases\/|server\/|demo\/|e2e\/)|packages\/).*\.test\.tsx?$/;
const IMPORT = /\b(?:from|import) ?\(?'(\.[^']+|(?:model-testing|flow-atlas)\/[^']+)'/g;

/**
 * Returns `cart` for `src/machines/cart.machine.ts`, `tests/flows/cart/cart.yaml` and
 * `tests/flows/cart/cart.paths.test.tsx`.
 */
export function getBaseName(file: string): string {
  return path.posix.basename(file).split('.', 1)[0] ?? '';
}

/** Returns the changed files and all files that import them, each with the number of imports in between. */
export function findDependents(changed: readonly string[], all: readonly Source[]): Map<string, number> {
  const importers = getImporters(all);
  const distances = new Map(changed.map((file) => [file, 0]));
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}

/** Returns the tests that depend on changed files, nearest first, then by name. */
export function findRelatedTests(changed: readonly string[], all: readonly Source[]): Related[] {
  const distances = findDependents(changed, all);
  const names = new Set(changed.filter((file) => /\.(tsx?|yaml)$/.test(file)).map(getBaseName));
  return all
    .filter(({ path: file }) => TESTED.test(file))
    .flatMap(({ path: file }) => {
      const distance = names.has(getBaseName(file)) ? 0 : distances.get(file);
      return distance === undefined ? [] : [{ path: file, distance }];
    })
    .sort((a, b) => a.distance - b.distance || a.path.localeCompare(b.path));
}

/** Returns the importers of each file. */
function getImporters(all: readonly Source[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const { path: file, text } of all)
    for (const [, name = ''] of text.matchAll(IMPORT)) {
      const isOwn = name.startsWith('.');
      // The packages export each file by its path.
      const imported = isOwn ? path.posix.join(path.posix.dirname(file), name) : `packages/${name}.ts`;
      importers.set(imported, [...(importers.get(imported) ?? []), file]);
    }
  return importers;
}
