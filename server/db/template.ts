import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Returns the folder of an empty database of the installed version of PGlite, which `npm run build` creates. Creating
 * one takes seconds and 800 MB of memory, because PGlite runs two engines for it. `program` is the folder of the running
 * file: sources and bundles are at different depths below the project.
 */
export function getTemplateFolder(program = import.meta.dirname): string {
  const engine = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(fs.readFileSync(path.join(engine, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  return path.join(findProject(program), 'dist', `database-${version}`);
}

function findProject(folder: string): string {
  const parent = path.dirname(folder);
  return parent === folder || fs.existsSync(path.join(folder, 'package.json')) ? folder : findProject(parent);
}
