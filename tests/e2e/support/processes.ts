import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntilHealthy } from '../../../scripts/wait-until-healthy.ts';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { ended, start } from './start-shop.ts';

/** Several processes of one shop, with common simulators. */
export interface Processes {
  readonly ports: readonly number[];
  /** Their common data directory. */
  readonly folder: string;
  readonly simulators: string;
  /**
   * Ends a process and restarts it on its port. Resolves when it is healthy, with the old exit code and the shutdown
   * time.
   */
  restart(index: number, signal: NodeJS.Signals): Promise<{ readonly code: number | null; readonly exitMs: number }>;
  /** Moves the clocks of the simulators and of each process, and runs due jobs. */
  advanceClock(ms: number): Promise<void>;
  stop(): Promise<void>;
}

type Settings = Readonly<Record<string, string>>;

/** Starts the built shop `count` times on one PostgreSQL, with `settingsOf` for each process and one data directory. */
export async function startProcesses(count: number, settingsOf: (index: number) => Settings): Promise<Processes> {
  const folder = mkdtempSync(path.join(tmpdir(), 'duka-processes-'));
  const [simulatorsPort = 0, mailPort = 0, ...ports] = await findFreePorts(count + 2);
  const common = {
    ...process.env,
    NODE_ENV: 'development',
    DATA_DIR: folder,
    SIMULATORS_PORT: String(simulatorsPort),
    SIMULATORS_MAIL_PORT: String(mailPort),
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'fatal',
    CATALOGUE_KEPT_MS: '0',
  };
  const open = (index: number) =>
    start('dist/server/main.js', { ...common, PORT: String(ports[index]), ...settingsOf(index) });
  const simulators = start('dist/simulators/main.js', common);
  const servers = ports.map((_, index) => open(index));
  const ready = (index: number, server: ChildProcess) =>
    waitUntilHealthy(`http://127.0.0.1:${ports[index]}/api/ready`, [server]);
  const stop = async () => {
    await Promise.all([simulators, ...servers].map((one) => ended(one, 'SIGTERM')));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([
      waitUntilHealthy(`http://127.0.0.1:${simulatorsPort}/control/log`, [simulators]),
      ...servers.map((server, index) => ready(index, server)),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  const post = async (url: string, body: object) => {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${url} answers ${reply.status}: ${await reply.text()}`);
  };
  return {
    ports,
    folder,
    simulators: `http://127.0.0.1:${simulatorsPort}`,
    async restart(index, signal) {
      const server = servers[index];
      if (server === undefined) throw new Error(`there is no process ${index}`);
      const sent = performance.now();
      await ended(server, signal);
      const exitMs = performance.now() - sent;
      const next = open(index);
      servers[index] = next;
      await ready(index, next);
      return { code: server.exitCode, exitMs };
    },
    async advanceClock(advanceMs) {
      await post(`http://127.0.0.1:${simulatorsPort}/control/clock`, { advanceMs });
      for (const port of ports) await post(`http://127.0.0.1:${port}/api/dev/clock`, { advanceMs });
    },
    stop,
  };
}
