import { readdirSync, readFileSync } from 'node:fs';

export interface SourceFile {
  /** Relative to the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

const GENERATED = new Set(['node_modules', 'dist', 'test-results', 'playwright-report']);
/** Folders of the root in which a tester writes specs and reports (docs/paths.md). */
const OF_TESTERS = new Set(['paths', 'paths-report']);

/** Returns the TypeScript files of folders and their subfolders, sorted by name. */
export function sources(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !isGenerated(name))
      .sort()
      .map((name) => fileAt(`${folder}/${name}`)),
  );
}

/** Returns all source files, pages and tables of the repository, sorted by name. */
export function written(): SourceFile[] {
  return readdirSync('.', { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && !GENERATED.has(name) && !OF_TESTERS.has(name))
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(entry.name, { recursive: true, encoding: 'utf8' }).map((name) => `${entry.name}/${name}`)
        : [entry.name],
    )
    .filter((path) => /\.(tsx?|md|ya?ml)$/.test(path) && !isGenerated(path))
    .sort()
    .map(fileAt);
}

function isGenerated(path: string): boolean {
  return path.split('/').some((part) => GENERATED.has(part));
}

function fileAt(path: string): SourceFile {
  const text = readFileSync(path, 'utf8');
  return { path, text, lines: text.trimEnd().split('\n').length };
}
