import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { answering } from '../../../scripts/answering.ts';
import { freePorts } from '../../../scripts/free-ports.ts';

export interface RunningShop {
  readonly url: string;
  /** The simulators' address. */
  readonly simulators: string;
  readonly dataDir: string;
  /**
   * Ends both processes; the data stays where `keepData` says so. Gives the exit code of the shop, null where a signal
   * ended it.
   */
  stop(options?: { readonly signal?: NodeJS.Signals; readonly keepData?: boolean }): Promise<number | null>;
}

export interface ShopOptions {
  /** Default: a new folder with the demo catalogue alone, copied from the template where there is one. */
  readonly dataDir?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * The variable that names the folder of a shop that was opened once (global-setup.ts): to copy it is quicker than to
 * fill a new one.
 */
export const TEMPLATE = 'E2E_TEMPLATE';

/** Starts the built shop and its simulators on free ports, with limits that tests do not meet. */
export async function startShop({ dataDir, settings = {} }: ShopOptions = {}): Promise<RunningShop> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'duka-e2e-'));
  const template = process.env[TEMPLATE];
  if (dataDir === undefined && template !== undefined) cpSync(template, folder, { recursive: true });
  const [port, simulatorsPort, mailPort] = await freePorts(3);
  const url = `http://127.0.0.1:${port}`;
  const environment = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: folder,
    PORT: String(port),
    SIMULATORS_PORT: String(simulatorsPort),
    SIMULATORS_MAIL_PORT: String(mailPort),
    PUBLIC_ORIGIN: url,
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
    // A journey reads what it has just changed.
    CATALOGUE_KEPT_MS: '0',
    ...settings,
  };
  const server = start('dist/server/main.js', environment);
  const processes = [start('dist/simulators/main.js', environment), server];
  const stop: RunningShop['stop'] = async ({ signal = 'SIGTERM', keepData = false } = {}) => {
    await Promise.all(processes.map((one) => ended(one, signal)));
    if (!keepData) rmSync(folder, { recursive: true, force: true });
    return server.exitCode;
  };
  try {
    await Promise.all([
      answering(`${url}/api/health`, processes),
      answering(`http://127.0.0.1:${simulatorsPort}/control/log`, processes),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, simulators: `http://127.0.0.1:${simulatorsPort}`, dataDir: folder, stop };
}

/** Starts a built program. */
export function start(file: string, env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, ['--enable-source-maps', file], { env, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Ends it, and resolves when it has. */
export function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
