/**
 * `npm start`: builds what is stale, starts the simulators that the settings need and the server, and
 * prints where everything is. A server that ends by itself is started again. Ctrl+C stops all of it.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { DEMO_ADMIN, DEMO_SHOPPER } from '../demo/account.ts';
import type { Env } from '../server/env.ts';
import type { StartReport } from '../server/run.ts';
import { buildStale } from './build.ts';
import { bar } from './progress.ts';
import { readSettings } from './settings.ts';

type Ready = Extract<StartReport, { type: 'ready' }>;

const started = performance.now();
const children = new Set<ChildProcess>();
/** Between two starts of a shop that ends again and again. */
const LONGEST_PAUSE_MS = 60_000;
/** After so long what was before is another matter. */
const FORGOTTEN_MS = 600_000;
let isStopping = false;

function start(env: Env): void {
  buildStale();
  if (env.simulators.enabled) run('dist/simulators/main.js', () => undefined, stopWith);
  open((report) => showReady(env, report));
}

/** Opens the shop, and again whenever it ends by itself after it was open; what cannot open at all stays closed. */
function open(onReady: (report: Ready) => void, endings = 0): void {
  let openedAt: number | null = null;
  run(
    'dist/server/main.js',
    (report) => {
      if (report.type === 'progress') return showProgress(report.label, report.done, report.total);
      openedAt = performance.now();
      return onReady(report);
    },
    (code) => {
      // What was open before is opened again however often that fails: a full disk may get room again.
      if (isStopping || (openedAt === null && endings === 0)) return stopWith(code);
      const isNew = openedAt !== null && performance.now() - openedAt > FORGOTTEN_MS;
      const before = isNew ? 0 : endings;
      const pauseMs = before === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 1_000 * 2 ** (before - 1));
      console.error(`The shop ended by itself (${code ?? 'killed'}). It is opened again in ${pauseMs / 1000} s.`);
      setTimeout(() => {
        if (!isStopping) open(() => console.log('The shop is open again.'), before + 1);
      }, pauseMs);
    },
  );
}

function run(file: string, onReport: (report: StartReport) => void, onExit: (code: number | null) => void): void {
  const child = fork(file, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.add(child);
  child.on('message', (report) => onReport(report as StartReport));
  child.on('exit', (code) => {
    children.delete(child);
    onExit(code);
  });
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

try {
  const env = readSettings();
  // Requests are of no interest to somebody who tries the shop out.
  process.env['LOG_LEVEL'] ??= 'warn';
  start(env);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
  stop();
}
