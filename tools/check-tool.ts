import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../server/cli/shared/cli.ts';

const USAGE = `npm run check:tool

Packs model-testing and flow-atlas, installs them into an empty project with their examples, and checks types, tests and
programs there. Runs the example of model-testing's README in a project that has only XState. Fails if they need anything of the shop (docs/decisions/0046-the-tool-is-nobodys.md).`;

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

/** The example at the beginning of the README, and what it prints. */
const [, example = '', , printed = ''] = readFileSync('packages/model-testing/README.md', 'utf8')
  .split('```')
  .map((block) => block.slice(block.indexOf('\n') + 1));

await runCli(USAGE, {}, async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'another-project-'));
  const [project, bare] = [path.join(folder, 'project'), path.join(folder, 'bare')];
  try {
    for (const name of [project, bare]) mkdirSync(name);
    for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(project, name), text);
    for (const name of [project, bare]) writeFileSync(path.join(name, 'example.ts'), example);
    for (const name of PACKAGES) cpSync(`packages/${name}/example`, path.join(project, name), { recursive: true });
    const { compilerOptions } = await import('../tsconfig.json', { with: { type: 'json' } });
    writeFileSync(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    run('.', 'npm', 'pack', '--silent', '--pack-destination', folder, ...PACKAGES.map((name) => `./packages/${name}`));
    install(project, readdirSync('node_modules'));
    run(project, bin('tsc'), '-p', '.');
    run(project, bin('vitest'), 'run');
    run(project, bin('tsx'), 'paths.ts');
    writeFileSync(path.join(bare, 'package.json'), FILES['package.json'] ?? '');
    install(bare, ['xstate']);
    const { stdout } = spawnSync(bin('tsx'), ['example.ts'], { cwd: bare, encoding: 'utf8' });
    if (stdout !== printed) throw new Error(`The example of the README prints something else:\n${stdout}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Installs our packages from the output of `npm pack`; the others are links, so that no registry is used. */
function install(project: string, others: readonly string[]): void {
  const packed = readdirSync(path.dirname(project)).filter((name) => name.endsWith('.tgz'));
  run(project, 'npm', 'install', '--silent', '--offline', '--no-audit', ...packed.map((name) => `../${name}`));
  for (const name of others) {
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
