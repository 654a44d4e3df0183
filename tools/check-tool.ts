import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCli } from '../server/cli/shared/cli.ts';

const USAGE = `npm run check:tool

Puts model-testing/ into a project where nothing else is, as its README says, with the example's configuration at the top,
and runs types and all tests there: nothing of the shop may be needed (docs/decisions/0046-the-tool-is-nobodys.md).`;

const TOOL = 'model-testing';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "another-project", "private": true, "type": "module" }\n',
  'model-testing.config.ts': `export { config } from './${TOOL}/example/model-testing.config.ts';\n`,
  'vitest.config.ts': `import { defineConfig } from 'vitest/config';
export default defineConfig({ test: { include: ['${TOOL}/**/*.test.{ts,tsx}'], testTimeout: 60_000 } });
`,
};

await runCli(USAGE, {}, async () => {
  const project = mkdtempSync(path.join(tmpdir(), 'another-project-'));
  try {
    const isTool = (file: string) => path.basename(file) !== 'node_modules';
    cpSync(TOOL, path.join(project, TOOL), { recursive: true, filter: isTool });
    copyFileSync('tsconfig.json', path.join(project, 'tsconfig.json'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(project, name), text);
    symlinkSync(path.resolve('node_modules'), path.join(project, 'node_modules'));
    process.exitCode = run(project, 'tsc', '-p', '.') || run(project, 'vitest', 'run');
  } finally {
    rmSync(project, { recursive: true });
  }
});

/** The exit code of a program of the packages, run in the project. */
function run(project: string, program: string, ...args: readonly string[]): number {
  const { status, error } = spawnSync(path.resolve('node_modules/.bin', program), args, {
    cwd: project,
    stdio: 'inherit',
  });
  if (error !== undefined) throw error;
  return status ?? 1;
}
