import { sources } from './files.ts';

/** Marks in the first lines of a test file that select where it runs. */
interface Marks {
  /** `// @engine postgres` or `// @engine pglite`; null for a file that needs no test database. */
  readonly engine: 'postgres' | 'pglite' | null;
  /** `// @all`: too long for `npm test`, so it runs in `npm run test:all`. */
  readonly isForAll: boolean;
}

/** Parses the comments above the imports. Throws for an unknown engine. */
export function getMarks(text: string, path = 'A test file'): Marks {
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

/** Returns the test files that run only in `npm run test:all`. */
export function filesForAll(): string[] {
  return sources('tests', 'packages').flatMap(({ path, text }) =>
    /\.test\.tsx?$/.test(path) && getMarks(text, path).isForAll ? [path] : [],
  );
}

/** Returns the test files that need a document by their first line, without the generated paths. */
export function withPage(): string[] {
  return sources('tests', 'packages').flatMap(({ path, text }) =>
    /(?<!\.paths)\.test\.tsx?$/.test(path) && text.startsWith('// @vitest-environment happy-dom') ? [path] : [],
  );
}

/** Returns the test files of the server by their engine. */
export function serverTests(): {
  readonly postgres: string[];
  readonly pglite: string[];
  readonly once: string[];
} {
  const all = sources('tests/server', 'tests/demo').filter(({ path }) => path.endsWith('.test.ts'));
  const on = (engine: Marks['engine']) =>
    all.flatMap(({ path, text }) => (getMarks(text, path).engine === engine ? [path] : []));
  return { postgres: on('postgres'), pglite: on('pglite'), once: on(null) };
}
