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

/** Returns a function that adds to files everything that they import, directly or through others. */
export function createDependencyFinder(all: readonly Source[]): (files: readonly string[]) => Set<string> {
  const imports = new Map(all.map((source) => [source.path, findImports(source)] as const));
  return (files) => {
    const found = new Set(files);
    for (const file of found) for (const imported of imports.get(file) ?? []) found.add(imported);
    return found;
  };
}

/** Returns the importers of each file. */
function getImporters(all: readonly Source[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const source of all)
    for (const imported of findImports(source))
      importers.set(imported, [...(importers.get(imported) ?? []), source.path]);
  return importers;
}

function findImports({ path: file, text }: Source): string[] {
  return [...text.matchAll(IMPORT)].map(([, name = '']) =>
    // The packages export each file by its path.
    name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : `packages/${name}.ts`,
  );
}
