import fs from 'node:fs';
import { findFreePort, findFreePorts } from '../../scripts/free-ports.ts';
import { withReplaced } from './pgbouncer.ts';
import { startProgram } from './programs.ts';

/** A load balancer. */
export interface Balancer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts haproxy with docs/scale/haproxy.cfg, for processes on these ports. */
export async function startHaproxy(ports: readonly number[]): Promise<Balancer> {
  const port = await findFreePort();
  const addresses = ['one 10.0.0.11:3000', 'two 10.0.0.12:3000'];
  const [first = '', second = ''] = addresses.map((address) => `    server ${address}\n`);
  const servers = ports.map((it, index) => `    server p${index} 127.0.0.1:${it}\n`).join('');
  const settings = withReplaced(fs.readFileSync('docs/scale/haproxy.cfg', 'utf8'), {
    '/run/haproxy/admin.sock': 'unix@admin.sock',
    // Each connection needs two files, and the limit of open files is lower in tests.
    'maxconn 20000': 'maxconn 2000',
    '    bind :80\n': '',
    ':443 ssl crt /etc/haproxy/shop.pem alpn h2,http/1.1': `127.0.0.1:${port}`,
    '    http-request redirect scheme https unless { ssl_fc }\n': '',
    [`${first}${second}`]: servers,
  });
  const { stop } = await startProgram('haproxy', { 'haproxy.cfg': settings }, ['-db', '-f', 'haproxy.cfg'], port);
  return { port, stop };
}

/** Starts haproxy with docs/scale/database.cfg, for a primary on this port. failover.sh sends commands to `admin`. */
export async function startHaproxyOfDatabase(
  primary: number,
): Promise<Balancer & { readonly folder: string; readonly admin: number }> {
  const [port = 0, admin = 0] = await findFreePorts(2);
  const settings = withReplaced(fs.readFileSync('docs/scale/database.cfg', 'utf8'), {
    '127.0.0.1:9999': `127.0.0.1:${admin}`,
    'bind 127.0.0.1:5433': `bind 127.0.0.1:${port}`,
    '10.0.0.21:5432': `127.0.0.1:${primary}`,
  });
  const { stop, folder } = await startProgram(
    'haproxy',
    { 'database.cfg': settings },
    ['-db', '-f', 'database.cfg'],
    port,
  );
  return { port, admin, folder, stop };
}
