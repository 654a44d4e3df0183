import { spawn } from 'node:child_process';
import type { StdioOptions } from 'node:child_process';

/**
 * What `npm test` runs: npm scripts in their order. Those of one part run side by side; each tells what it said when it
 * ends.
 */
const PARTS: readonly { readonly name: string; readonly scripts: readonly string[] }[] = [
  { name: 'format, types, lint', scripts: ['check:format', 'check:types', 'lint'] },
  { name: 'unit tests', scripts: ['test:unit'] },
  { name: 'generated paths', scripts: ['test:paths'] },
  { name: 'server, on its databases', scripts: ['test:server'] },
  { name: 'journeys in a browser', scripts: ['test:e2e'] },
];

const times: { readonly name: string; readonly seconds: number; readonly code: number }[] = [];
for (const { name, scripts } of PARTS) {
  console.log(`\n── ${name} ──`);
  const started = performance.now();
  const codes = await Promise.all(scripts.map((script) => run(script, scripts.length > 1)));
  const code = codes.find((one) => one !== 0) ?? 0;
  times.push({ name, seconds: (performance.now() - started) / 1_000, code });
  if (code !== 0) {
    process.exitCode = code;
    break;
  }
}
console.log(`\n${table()}`);

/** The exit code of an npm script; 1 where a signal ended it. */
function run(script: string, isBuffered: boolean): Promise<number> {
  const stdio: StdioOptions = isBuffered ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio });
    const said: Buffer[] = [];
    const started = performance.now();
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part));
    child.once('error', reject);
    child.once('close', (code) => {
      if (isBuffered) {
        const seconds = ((performance.now() - started) / 1_000).toFixed(0);
        console.log(`${script}: ${code === 0 ? 'fine' : 'failed'} after ${seconds} s`);
        process.stdout.write(Buffer.concat(said));
      }
      resolve(code ?? 1);
    });
  });
}

function table(): string {
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0);
  const row = (name: string, seconds: number, note: string) =>
    `${name.padEnd(26)} ${seconds.toFixed(0).padStart(5)} s  ${note}`;
  return [
    ...times.map(({ name, seconds, code }) =>
      row(name, seconds, code === 0 ? `${((100 * seconds) / total).toFixed(0).padStart(2)} %` : 'failed'),
    ),
    row('together', total, times.length < PARTS.length ? 'stopped at the first failure' : ''),
  ].join('\n');
}
