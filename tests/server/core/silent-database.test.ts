import net from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../../server/db/client.ts';
import { postgresDriver } from '../../../server/db/postgres.ts';
import { brands } from '../../../server/db/schema.ts';
import { toFailureReply } from '../../../server/http/errors.ts';

/** AuthenticationOk and ReadyForQuery. */
const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49]);

/** A PostgreSQL that accepts connections and never answers a query, as after a silent network failure. */
let server: net.Server;
let connections: net.Socket[];
let db: Database;

beforeEach(async () => {
  connections = [];
  server = net.createServer((socket) => {
    connections.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => socket.write(WELCOME));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  const quiet = { reportMs: 60_000, abortMs: 60_000, report: () => undefined };
  db = createDatabase(
    postgresDriver(`postgresql://duka@127.0.0.1:${port}/duka`, 1, () => undefined, { queryMs: 50 }),
    quiet,
  );
});
afterEach(async () => {
  await db.close();
  await new Promise((resolve) => server.close(resolve));
});

const readFailure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

test.each([
  ['a query', () => db.sql.select().from(brands)],
  ['a transaction', () => db.tx((sql) => sql.select().from(brands))],
  ['the readiness check', () => db.now()],
])('R16: %s on a silent database returns 503 with Retry-After and is not retried', async (_what, ask) => {
  const refusal = toFailureReply(await readFailure(ask()));
  expect(refusal).toMatchObject({ status: 503, retryAfter: 5 });
  expect(connections).toHaveLength(1);
});

test('R16: the next query gets a new connection and does not wait behind the silent one', async () => {
  await readFailure(db.tx((sql) => sql.select().from(brands)));
  await readFailure(db.sql.select().from(brands));
  expect(connections).toHaveLength(2);
});
