import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../server/cli/shared/cli.ts';

const USAGE = `npm run check:tool

Packs model-testing and flow-atlas, installs them into an empty project with their examples, and checks types, tests and a
program there. Fails if they need anything of the shop (docs/decisions/0046-the-tool-is-nobodys.md).`;

const PACKAGES = ['model-testing', 'flow-atlas'];

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "another-project", "private": true, "type": "module" }\n',
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { include: ['*/*.test.{ts,tsx}'], testTimeout: 60_000 } });
`,
  'paths.ts': `import { flowSubject } from 'flow-atlas/cases/flow-subject';
import { selectCases } from 'flow-atlas/cases/select';
import { playerModel } from './model-testing/player.model.ts';
import { playerTable } from './model-testing/player.table.ts';

const player = flowSubject(playerModel, playerTable);
const cases = await selectCases(player, () => player, { cover: 'states' });
if (cases.length === 0) throw new Error('no case was found');
`,
};

await runCli(USAGE, {}, async () => {
  const project = mkdtempSync(path.join(tmpdir(), 'another-project-'));
  try {
    for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(project, name), text);
    for (const name of PACKAGES) cpSync(`packages/${name}/example`, path.join(project, name), { recursive: true });
    const { compilerOptions } = await import('../tsconfig.json', { with: { type: 'json' } });
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    install(project);
    run(project, bin('tsc'), '-p', '.');
    run(project, bin('vitest'), 'run');
    run(project, bin('tsx'), 'paths.ts');
  } finally {
    rmSync(project, { recursive: true });
  }
});

/** Installs our packages from the output of `npm pack`; the others are links, so that no registry is used. */
function install(project: string): void {
  const folders = PACKAGES.map((name) => `./packages/${name}`);
  run('.', 'npm', 'pack', '--silent', '--pack-destination', project, ...folders);
  const packed = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  run(project, 'npm', 'install', '--silent', '--offline', '--no-audit', ...packed.map((name) => `./${name}`));
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('.') || PACKAGES.includes(name)) continue;
    mkdirSync(path.join(project, 'node_modules'), { recursive: true });
    symlinkSync(path.resolve('node_modules', name), path.join(project, 'node_modules', name));
  }
}

function bin(name: string): string {
  return path.resolve('node_modules/.bin', name);
}

/** Runs a program and throws when it fails. */
function run(cwd: string, program: string, ...args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: 'inherit' });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${path.basename(program)} exited with ${status}.`);
}
