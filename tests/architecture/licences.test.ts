import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ALLOWED, DECLARED_ELSEWHERE, isAllowed, shippedPackages } from '../../tools/licences/shipped.ts';

test('npm run licences lists the packages that are shipped, all under an allowed licence', () => {
  const command = ['--import', 'tsx', 'tools/licences.ts'];
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: object };
  for (const [name, version] of Object.entries(dependencies)) expect(stdout).toContain(`  ${name} ${version}\n`);
  expect(stdout).not.toContain('  vitest ');
});

test('every exception is used', () => {
  const shipped = shippedPackages();
  const used = new Set(shipped.flatMap(({ licence }) => licence?.split(/ AND | OR /) ?? []));
  expect(ALLOWED.filter((licence) => !used.has(licence))).toEqual([]);
  expect(Object.keys(DECLARED_ELSEWHERE).filter((name) => !shipped.some((one) => one.name === name))).toEqual([]);
});

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  [null, false],
])('the licence %s is allowed: %s', (licence, allowed) =>
  expect(isAllowed({ name: 'a', version: '1.0.0', licence })).toBe(allowed),
);

test('reads old manifests, skips development packages and lists each version once', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'licences-'));
  const packages = {
    '': { name: 'shop' },
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/b/node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/c': { version: '3.0.0' },
    'node_modules/d': { version: '4.0.0', license: 'MIT', dev: true },
    'packages/e': { version: '5.0.0' },
    'node_modules/e': { link: true },
  };
  writeFileSync(path.join(root, 'package-lock.json'), JSON.stringify({ packages }));
  mkdirSync(path.join(root, 'node_modules/b'), { recursive: true });
  const manifest = { licenses: [{ type: 'MIT' }, { type: 'GPL-3.0-only' }] };
  writeFileSync(path.join(root, 'node_modules/b/package.json'), JSON.stringify(manifest));
  expect(shippedPackages(root)).toEqual([
    { name: 'a', version: '1.0.0', licence: 'MIT' },
    { name: 'b', version: '2.0.0', licence: 'MIT OR GPL-3.0-only' },
    { name: 'c', version: '3.0.0', licence: null },
  ]);
  rmSync(root, { recursive: true });
});
