import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntilHealthy } from '../../../scripts/wait-until-healthy.ts';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { BRIEF } from '../../support/brief.ts';

export interface RunningShop {
  readonly url: string;
  /** The address of the simulators. */
  readonly simulators: string;
  readonly dataDir: string;
  /** The process id of the server. */
  pid(): number | undefined;
  isOpen(): boolean;
  /** Restarts an ended server on its address and data. The simulators keep running. */
  reopen(): Promise<void>;
  /**
   * Ends both processes. `keepData` keeps the data. Returns the exit code of the shop, or null if a signal ended it.
   */
  stop(options?: { readonly signal?: NodeJS.Signals; readonly keepData?: boolean }): Promise<number | null>;
}

export interface ShopOptions {
  /** Default: a new folder with only the demo catalogue, copied from the template if there is one. */
  readonly dataDir?: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Modules that the server loads before its own program. */
  readonly before?: readonly string[];
}

/**
 * The variable with the data folder of a shop that was started once (global-setup.ts). Copying it is faster than
 * seeding a new one.
 */
export const TEMPLATE = 'E2E_TEMPLATE';

/** Starts the built shop and its simulators on free ports, with rate limits that tests do not reach. */
export async function startShop({ dataDir, settings = {}, before = [] }: ShopOptions = {}): Promise<RunningShop> {
  const folder = dataDir ?? mkdtempSync(path.join(tmpdir(), 'duka-e2e-'));
  const template = process.env[TEMPLATE];
  if (dataDir === undefined && template !== undefined) cpSync(template, folder, { recursive: true });
  const [port, simulatorsPort, mailPort] = await findFreePorts(3);
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
    // Tests read back their own changes, so the cache is off.
    CATALOGUE_KEPT_MS: '0',
    ...settings,
  };
  const simulators = start('dist/simulators/main.js', environment);
  const startServer = () => start('dist/server/main.js', environment, before);
  let server = startServer();
  const stop: RunningShop['stop'] = async ({ signal = 'SIGTERM', keepData = false } = {}) => {
    await Promise.all([simulators, server].map((one) => ended(one, signal)));
    if (!keepData) rmSync(folder, { recursive: true, force: true });
    return server.exitCode;
  };
  const answers = () => waitUntilHealthy(`${url}/api/health`, [simulators, server]);
  try {
    await Promise.all([
      answers(),
      waitUntilHealthy(`http://127.0.0.1:${simulatorsPort}/control/log`, [simulators, server]),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    simulators: `http://127.0.0.1:${simulatorsPort}`,
    dataDir: folder,
    pid: () => server.pid,
    isOpen: () => isRunning(server),
    async reopen() {
      await ended(server);
      server = startServer();
      await answers();
    },
    stop,
  };
}

/** Starts a built program, with modules that are loaded before it. */
export function start(file: string, env: NodeJS.ProcessEnv, before: readonly string[] = []): ChildProcess {
  const imports = before.flatMap((module) => ['--import', module]);
  return spawn(process.execPath, [...BRIEF, ...imports, '--enable-source-maps', file], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

/** Resolves when the process has ended. Sends the signal first if there is one. */
export function ended(child: ChildProcess, signal?: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    if (signal !== undefined) child.kill(signal);
  });
}
