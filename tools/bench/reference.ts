import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import fastify from 'fastify';
import pg from 'pg';
import type { PreparedShop } from './prepare.ts';
import type { RecordedRead, Statement } from './record-statements.ts';

export interface Reference {
  readonly kind: 'thin' | 'bare';
  readonly port: number;
  /** PostgreSQL's address, and the number of connections to it. */
  readonly url: string;
  readonly pool: number;
  readonly reads: readonly RecordedRead[];
  readonly order?: Pick<PreparedShop, 'order' | 'draft'>;
}

/**
 * The reference for the numbers: plain node:http and pg that send the server's statements, prepared, through a pool of
 * the same size, and a Fastify that only sends the same bytes. The first argument is the name of a file with a
 * Reference.
 */
async function main() {
  const reference = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Reference;
  const { kind, port, url, pool: size, reads, order: ordering } = reference;
  const byPath = new Map(reads.map((read) => [read.path, read]));
  if (kind === 'bare') {
    const app = fastify();
    app.get('/*', (request, reply) => {
      const read = byPath.get(request.url);
      return read === undefined ? reply.code(404).send() : reply.type(read.type).send(read.body);
    });
    await app.listen({ port, host: '127.0.0.1' });
    return;
  }
  const pool = new pg.Pool({ connectionString: url, max: size });
  const server: Server = createServer((request, response) => {
    const answer =
      request.method === 'POST' && ordering !== undefined
        ? order(pool, request, ordering)
        : list(pool, byPath.get(request.url ?? '')?.statements ?? []);
    answer.then(
      (body) => send(response, 200, body),
      (error: unknown) => send(response, 500, String(error)),
    );
  });
  server.listen(port, '127.0.0.1');
}

async function list(pool: pg.Pool, statements: readonly Statement[]): Promise<string> {
  let rows: unknown[] = [];
  for (const statement of statements) rows = (await pool.query(named(statement))).rows;
  return JSON.stringify({ success: true, data: { products: rows } });
}

/** Places one order: the recorded statements with new ids, except those of products and buyer. */
async function order(
  pool: pg.Pool,
  request: IncomingMessage,
  { order: statements, draft }: Pick<PreparedShop, 'order' | 'draft'>,
): Promise<string> {
  JSON.parse(await readBody(request));
  const kept = new Set(draft.orderItems.map(({ product }) => product));
  const fresh = new Map<string, string>();
  const again = (value: unknown) => renewIds(value, kept, fresh);
  // The buyer's row is read first and stays: its id is the value of the statement that locks it.
  const lock = statements.find(({ text }) => text.includes('for no key update'));
  for (const value of lock?.values ?? []) kept.add(String(value));
  const client = await pool.connect();
  try {
    for (const statement of statements)
      await client.query(named({ ...statement, values: statement.values.map(again) }));
    return JSON.stringify({ success: true, data: { order: { _id: [...fresh.values()][0] } } });
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

function renewIds(value: unknown, kept: ReadonlySet<string>, fresh: Map<string, string>): unknown {
  if (typeof value !== 'string' || kept.has(value)) return value;
  if (UUID.test(value)) {
    const id = fresh.get(value) ?? randomUUID();
    fresh.set(value, id);
    return id;
  }
  const whole = [...fresh].find(([old]) => value.length === 8 && old.startsWith(value));
  return whole === undefined ? value : whole[1].slice(0, 8);
}

function named({ text, values }: Statement): pg.QueryConfig {
  const isQuery = values.length > 0;
  return isQuery ? { name: createHash('md5').update(text).digest('hex'), text, values: [...values] } : { text };
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = '';
    request
      .setEncoding('utf8')
      .on('data', (part: string) => (body += part))
      .on('end', () => resolve(body))
      .on('error', reject);
  });
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

await main();
