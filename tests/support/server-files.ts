import { sources } from './files.ts';

/** What the first lines of a test file say about where it runs. */
interface Marks {
  /** `// @engine postgres` or `// @engine pglite`; null for a file that needs no test database. */
  readonly engine: 'postgres' | 'pglite' | null;
  /** `// @all`: too long for `npm test`, so it runs in `npm run test:all`. */
  readonly isForAll: boolean;
}

/** Reads the comments above the imports. Throws for an engine that does not exist. */
export function marksOf(text: string, path = 'A test file'): Marks {
  const lines = text.split('\n');
  const marks = lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('//')),
  );
  const engine = marks.find((mark) => mark.startsWith('// @engine'))?.slice('// @engine '.length) ?? null;
  if (engine !== null && engine !== 'postgres' && engine !== 'pglite')
    throw new Error(`${path} names an engine that does not exist: ${engine}`);
  return { engine, isForAll: marks.includes('// @all') };
}

/** Test files that run in `npm run test:all` and not in `npm test`. */
export function filesForAll(): string[] {
  return sources('tests', 'packages').flatMap(({ path, text }) =>
    /\.test\.tsx?$/.test(path) && marksOf(text, path).isForAll ? [path] : [],
  );
}

/** Test files, without the generated paths, that say in their first line that they need a document. */
export function withPage(): string[] {
  return sources('tests', 'packages').flatMap(({ path, text }) =>
    /(?<!\.paths)\.test\.tsx?$/.test(path) && text.startsWith('// @vitest-environment happy-dom') ? [path] : [],
  );
}

/** The server's test files by the engine that each names. */
export function serverTests(): {
  readonly postgres: string[];
  readonly pglite: string[];
  readonly once: string[];
} {
  const all = sources('tests/server', 'tests/demo').filter(({ path }) => path.endsWith('.test.ts'));
  const on = (engine: Marks['engine']) =>
    all.flatMap(({ path, text }) => (marksOf(text, path).engine === engine ? [path] : []));
  return { postgres: on('postgres'), pglite: on('pglite'), once: on(null) };
}
