import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';

/** Libraries that a start with simulated providers on the embedded database does not need. */
const LATER = ['nodemailer', 'jose', 'pg', 'drizzle-orm/node-postgres', '@fastify/static'];

/** Returns what the program imports before it runs: packages, and files of the repository. Types are free. */
function getStartImports(entry: string): Set<string> {
  const found = new Set<string>();
  const visit = (file: string) => {
    if (found.has(file)) return;
    found.add(file);
    if (!existsSync(file)) return;
    const text = readFileSync(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export) (?!type )(?:[^;'"]* from )?'([^']+)';/gm))
      visit(name.startsWith('.') ? posix.join(posix.dirname(file), name) : name);
  };
  visit(entry);
  return found;
}

test('a start loads no library that it may never need', () => {
  const imports = getStartImports('demo/main.ts');
  expect(imports).toContain('fastify');
  expect(imports).toContain('server/db/pglite.ts');
  expect(LATER.filter((name) => imports.has(name))).toEqual([]);
});
