import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * Returns the folder of an empty database of the installed version of PGlite, which `npm run build` creates. Creating
 * one takes seconds and 800 MB of memory, because PGlite runs two engines for it.
 */
export function getTemplateFolder(): string {
  const engine = path.dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  const { version } = JSON.parse(fs.readFileSync(path.join(engine, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  // The bundle is in `dist/server`, two levels below the same folder as this file.
  return path.resolve(import.meta.dirname, '../../dist', `database-${version}`);
}
