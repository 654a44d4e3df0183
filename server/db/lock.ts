import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** Another process uses the data directory. Two writers would corrupt it without an error (providers 2.7). */
export class DirectoryInUseError extends Error {
  constructor(directory: string) {
    super(
      `The data directory ${directory} is used by another process. Stop it first, or set DATA_DIR to another directory.`,
    );
    this.name = 'DirectoryInUseError';
  }
}

/**
 * Takes an exclusive lock on a directory. The kernel releases it when the process ends, even with `kill -9`. Throws
 * `DirectoryInUseError` immediately when it is taken. The returned function releases it.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const real = fs.realpathSync(directory);
  return process.platform === 'linux' ? lockSocket(real) : lockPidFile(real);
}

async function lockSocket(real: string): Promise<() => Promise<void>> {
  const name = `\0duka-${createHash('sha256').update(real).digest('hex')}`;
  const server = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new DirectoryInUseError(real) : error),
    );
    server.listen(name, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function lockPidFile(real: string): Promise<() => Promise<void>> {
  const file = path.join(real, 'duka.pid');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      return async () => fs.rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const holder = Number(fs.readFileSync(file, 'utf8'));
      if (holder !== process.pid && isAlive(holder)) throw new DirectoryInUseError(real);
      fs.rmSync(file, { force: true });
    }
  }
  throw new DirectoryInUseError(real);
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
