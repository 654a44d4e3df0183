import type { MutantKind } from './mutant-result.ts';
import { SERVER_MODULES } from './server-modules.ts';
import { judgeSources, testsIn } from './sources/judge.ts';
import type { SourceKind } from './sources/create-mutants.ts';

/** The browser's views, routes, slot implementations, and the rules of both sides; each kind is judged as a whole. */
const browser = (['views', 'routes', 'composition', 'rules'] satisfies SourceKind[]).map((name): MutantKind => ({
  name,
  names: () => Promise.resolve([name]),
  judge: (_, asked) => judgeSources(name, asked),
}));

/** The server's sources, module by module. */
const server: MutantKind = {
  name: 'server',
  // One survivor of 11 is within the gate of a name.
  most: 11,
  names: () => Promise.resolve(Object.keys(SERVER_MODULES)),
  judge(name, asked) {
    const { isPart, folders } = SERVER_MODULES[name] ?? { isPart: () => false, folders: [] };
    return judgeSources('server', asked, { isPart, tests: testsIn(...folders) });
  },
};

export const sources: readonly MutantKind[] = [...browser, server];
