import type { Rolldown } from 'vite';

/**
 * Divides the browser's code by kind of page: one file with what the frame and the first pages share, one per page, and
 * one per area for what its pages share. A first visit then fetches few files, none of them tiny (decision 0119).
 */

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

const ENTRY = /\/src\/entry-client\.tsx$/;
/** Pages that are mostly opened first. What two of them share is fetched by every first visit. */
const FIRST_PAGES = /\/src\/routes\/(?:home\/home|catalogue\/product-(?:list|detail))\.route\.tsx$/;
const LATE = /\.late\.tsx$/;
const AREA = /\/src\/routes\/(\w+)\//;

/** Returns a function that names the file of a module; `null` leaves it in the file of the only page that needs it. */
export function nameChunks(): (id: string, modules: Modules) => string | null {
  let users: ReadonlyMap<string, Users> | undefined;
  return (id, modules) => {
    users ??= findUsers(id, modules);
    const { all = [], loading = [] } = users.get(id) ?? {};
    if (all.includes(id) && !ENTRY.test(id)) return null;
    return name(all, loading);
  };
}

function name(all: readonly string[], loading: readonly string[]): string | null {
  if (all.some((user) => ENTRY.test(user))) return 'shop';
  if (all.length < 2) return null;
  const first = loading.filter((user) => FIRST_PAGES.test(user));
  if (first.length > 1) return 'shop';
  if (first.length === 1) return `with-${first[0]?.match(/([\w-]+)\.route/)?.[1]}`;
  const areas = [...new Set(all.map((user) => AREA.exec(user)?.[1] ?? 'services'))];
  if (areas.includes('catalogue') || areas.includes('shell')) return 'forms';
  if (areas.length === 1) return areas[0] ?? null;
  if (areas.includes('cart')) return 'cart';
  return areas.includes('account') ? 'orders' : 'payment';
}

interface Users {
  /** The entries that import a module: the app, and each lazily imported module. */
  readonly all: readonly string[];
  /** Without entries that are only loaded by another of them. For late parts of one page that share it: the page. */
  readonly loading: readonly string[];
}

/** Returns the users of each module by its id. */
function findUsers(id: string, modules: Modules): Map<string, Users> {
  const entries = [findEntry(id, modules)];
  const reached = new Map<string, Set<string>>();
  const loaders = new Map<string, string[]>();
  for (const entry of entries) {
    const seen = new Set([entry]);
    for (const module of seen) {
      const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(module) ?? {};
      for (const imported of importedIds) seen.add(imported);
      for (const lazy of dynamicallyImportedIds) {
        loaders.set(lazy, [...new Set([...(loaders.get(lazy) ?? []), module])]);
        if (!entries.includes(lazy)) entries.push(lazy);
      }
    }
    reached.set(entry, seen);
  }
  const users = new Map<string, string[]>();
  for (const [entry, seen] of reached)
    for (const module of seen) users.set(module, [...(users.get(module) ?? []), entry]);
  const isLoadedByOther = (entry: string, all: readonly string[]) =>
    loaders.get(entry)?.every((loader) => all.some((other) => other !== entry && reached.get(other)?.has(loader))) ===
    true;
  const toLoading = (all: readonly string[]) => {
    const pages = new Set(all.map((entry) => (LATE.test(entry) ? String(loaders.get(entry)) : entry)));
    return pages.size === 1 ? [...pages] : all.filter((entry) => !isLoadedByOther(entry, all));
  };
  return new Map([...users].map(([module, all]) => [module, { all, loading: toLoading(all) }]));
}

/** Follows the importers of a module up to the app. */
function findEntry(id: string, modules: Modules): string {
  const seen = new Set([id]);
  for (const module of seen) {
    if (ENTRY.test(module)) return module;
    const { importers = [], dynamicImporters = [] } = modules.getModuleInfo(module) ?? {};
    for (const importer of [...importers, ...dynamicImporters]) seen.add(importer);
  }
  throw new Error(`${id} is not part of the app`);
}
