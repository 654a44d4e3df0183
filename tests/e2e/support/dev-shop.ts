import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { waitUntilHealthy } from '../../../scripts/wait-until-healthy.ts';
import { findFreePorts } from '../../../scripts/free-ports.ts';
import { connectShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { ended } from './start-shop.ts';

/** Starts the shop with `npm run dev`, on free ports and with a new data folder. */
export async function startDevShop(): Promise<{ readonly shop: Shop; readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'duka-dev-'));
  const [port, simulatorsPort, mailPort] = await findFreePorts(3);
  const url = `http://127.0.0.1:${port}`;
  const dev = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATA_DIR: folder,
      PORT: String(port),
      SIMULATORS_PORT: String(simulatorsPort),
      SIMULATORS_MAIL_PORT: String(mailPort),
      PUBLIC_ORIGIN: url,
      RATE_LIMIT_FACTOR: '1000',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const opened = new Promise<void>((resolve, reject) => {
    dev.stdout.on('data', (said: Buffer) => said.includes('Development server ready') && resolve());
    dev.once('exit', (code) => reject(new Error(`npm run dev ended with ${code}`)));
  });
  const stop = async () => {
    await ended(dev, 'SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const simulators = `http://127.0.0.1:${simulatorsPort}`;
    await Promise.all([opened, waitUntilHealthy(`${simulators}/control/log`, [dev])]);
    return { shop: connectShop(url, simulators), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
