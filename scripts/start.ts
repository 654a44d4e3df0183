import { fork, type ChildProcess } from 'node:child_process';
import { DEMO_ADMIN, DEMO_SHOPPER } from '../demo/account.ts';
import type { Env } from '../server/env/env.ts';
import type { StartReport } from '../server/run.ts';
import { buildStale } from './build.ts';
import { keepOpen } from './keep-open.ts';
import { runCli } from '../server/cli/shared/cli.ts';
import { bar } from '../server/cli/shared/progress.ts';
import { readSettings } from '../server/cli/shared/settings.ts';

const USAGE = `npm start

Builds stale bundles, starts the server and the simulators that the settings need, and prints their URLs. Restarts the
server when it exits. Ctrl+C stops everything.`;

type Ready = Extract<StartReport, { type: 'ready' }>;

const started = performance.now();
const children = new Set<ChildProcess>();
let isStopping = false;

function start(env: Env): void {
  buildStale();
  void keepOpen({
    start: () => run('dist/server/main.js'),
    onProgress: ({ label, done, total }) => showProgress(label, done, total),
    onReady: (report) => showReady(env, report),
    isStopping: () => isStopping,
    print: (text) => console.error(text),
  }).then(stopWith);
  if (env.simulators.enabled) run('dist/simulators/main.js').once('exit', stopWith);
}

function run(file: string): ChildProcess {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  return child;
}

function stopWith(code: number | null): void {
  stop();
  process.exitCode ||= code ?? 1;
}

function stop(): void {
  if (isStopping) return;
  isStopping = true;
  for (const child of children) child.kill('SIGTERM');
}

function showProgress(label: string, done: number, total: number): void {
  const isLast = done === total;
  if (!process.stdout.isTTY) {
    if (isLast) console.log(`${label}: ${total}`);
    return;
  }
  process.stdout.write(`\r${bar(label, done, total)}${isLast ? '\n' : ''}`);
}

function showReady(env: Env, { url }: Ready): void {
  const lines = [
    `The shop is open after ${((performance.now() - started) / 1000).toFixed(1)} s.`,
    '',
    `  Shop          ${url}`,
  ];
  if (env.simulators.enabled)
    lines.push(
      `  Simulators    http://localhost:${env.simulators.port}  (a phone with SMS and M-Pesa prompts, and a mailbox)`,
    );
  if (env.demoPassword !== null) {
    lines.push(`  Demo account  ${DEMO_SHOPPER.email}  ${env.demoPassword}`);
    if (!env.isProduction) lines.push(`  Demo staff    ${DEMO_ADMIN.email}    ${env.demoPassword}`);
  }
  console.log(`\n${lines.join('\n')}\n\n  Ctrl+C stops it.\n`);
}

process.on('SIGINT', stop);
process.on('SIGTERM', stop);

await runCli(USAGE, {}, async () => {
  try {
    const env = readSettings();
    // Request logs would only distract someone who tries the shop.
    process.env['LOG_LEVEL'] ??= 'warn';
    start(env);
  } catch (error) {
    stop();
    throw error;
  }
});
