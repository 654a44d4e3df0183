import { readdirSync, readFileSync } from 'node:fs';

export interface SourceFile {
  /** From the root of the repository. */
  readonly path: string;
  readonly text: string;
  readonly lines: number;
}

/** The TypeScript files of a folder and below, in order of name. */
export function sources(...folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .sort()
      .map((name) => {
        const path = `${folder}/${name}`;
        const text = readFileSync(path, 'utf8');
        return { path, text, lines: text.trimEnd().split('\n').length };
      }),
  );
}
