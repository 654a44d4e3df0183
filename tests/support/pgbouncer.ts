import fs from 'node:fs';
import { findFreePort } from '../../scripts/free-ports.ts';
import { SESSION } from '../../server/db/sessions.ts';
import { administer } from './postgres.ts';
import { startProgram } from './programs.ts';

export interface Pgbouncer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Starts pgbouncer with docs/scale/pgbouncer.ini, for all databases of a cluster of `startCluster`. Sets the session
 * settings on the role. `url` is the address of the cluster.
 */
export async function startPgbouncer(url: string): Promise<Pgbouncer> {
  for (const [name, value] of Object.entries(SESSION))
    await administer(url, `alter role duka set ${name} = '${value}'`);
  const port = await findFreePort();
  const settings = withReplaced(fs.readFileSync('docs/scale/pgbouncer.ini', 'utf8'), {
    'duka = host=10.0.0.21 port=5432': `* = host=127.0.0.1 port=${new URL(url).port}`,
    'listen_port = 6432': `listen_port = ${port}\nunix_socket_dir =`,
    'auth_type = scram-sha-256': 'auth_type = trust',
    '/etc/pgbouncer/userlist.txt': 'userlist.txt',
  });
  const files = { 'pgbouncer.ini': settings, 'userlist.txt': '"duka" ""\n' };
  const { stop } = await startProgram('pgbouncer', files, ['pgbouncer.ini'], port);
  return { port, stop };
}

/** Replaces texts. Throws when a text is missing, so that the tested file matches the documented one. */
export function withReplaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((before, [old, next]) => {
    if (!before.includes(old)) throw new Error(`'${old}' is not in the file`);
    return before.replaceAll(old, next);
  }, text);
}
