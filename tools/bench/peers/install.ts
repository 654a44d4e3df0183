import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The newest release of an indirect dependency may change what is measured. */
const BEFORE = '2026-11-29';
const CACHE = path.resolve('node_modules/.cache/peers');

/**
 * Installs the exact versions of the packages into `node_modules/.cache/peers`, unless they are there. Returns the
 * folder. Runs no install scripts. Throws when the npm registry does not provide them.
 */
export function installPeer(name: string, packages: Readonly<Record<string, string>>): string {
  const folder = path.join(CACHE, name);
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  const file = path.join(folder, 'package.json');
  // npm writes this file last.
  const installed = path.join(folder, 'node_modules/.package-lock.json');
  if (fs.existsSync(installed) && fs.readFileSync(file, 'utf8') === manifest) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(file, manifest);
  const wanted = Object.entries(packages).map(([name, version]) => `${name}@${version}`);
  console.log(`Installing ${wanted.join(' and ')} into ${path.relative('.', folder)}.`);
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const npm = spawnSync('npm', ['install', '--prefix', folder, '--before', BEFORE, ...options], { encoding: 'utf8' });
  if (npm.status === 0) return folder;
  const reason = (npm.error?.message ?? npm.stderr).split('\n').filter((line) => !/^npm error\s+at /.test(line));
  throw new Error(
    `${wanted.join(' and ')} could not be installed. This benchmark fetches its peers from the npm registry on the ` +
      `first run. npm answered:\n${reason.slice(0, 5).join('\n').trim()}`,
  );
}
