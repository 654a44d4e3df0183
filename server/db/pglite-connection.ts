import { parse, protocol, type PGlite, type QueryOptions, type Results, type messages } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import type { Logger as QueryLogger } from 'drizzle-orm/logger';
import type { Sql } from './client.ts';
import type { EngineQueue, Lane } from './engine-queue.ts';
import * as schema from './schema.ts';

type Message = messages.BackendMessage;

/** A statement that the engine has parsed. */
interface Prepared {
  readonly name: string;
  /** Types of the parameters, as object ids. */
  readonly types: readonly number[];
  /** Describes the columns. Missing when there are none. */
  readonly columns: readonly Message[];
}

interface NamedOptions extends QueryOptions {
  /** Set for statements with a name. */
  name?: string;
}

/** Each plan uses some 100 KB of the engine's memory. */
const MOST_PREPARED = 200;

const { serialize } = protocol;
const { parseDescribeStatementResults, parseResults } = parse;

/**
 * Sends statements to PGlite. PGlite itself parses and plans a statement each time and calls the engine six times. This
 * parses a named statement once, as `pg` does, and then calls the engine once.
 */
export class EngineConnection {
  readonly #client: PGlite;
  readonly #queue: EngineQueue;
  /** By text, least recently used first. */
  readonly #prepared = new Map<string, Prepared>();
  #names = 0;
  #last: Promise<unknown> = Promise.resolve();
  /** Number of the current transaction. */
  #transaction = 0;

  constructor(client: PGlite, queue: EngineQueue) {
    this.#client = client;
    this.#queue = queue;
  }

  /** Runs one statement after the earlier ones. The caller has the engine. Throws the database's error. */
  query<Row>(text: string, params: readonly unknown[], options: NamedOptions): Promise<Results<Row>> {
    const transaction = this.#transaction;
    const result = this.#last.then(async () => {
      await this.#queue.pace();
      if (transaction !== this.#transaction) throw new Error('The transaction has ended.');
      const { name = '' } = options;
      return this.#execute<Row>(await (name === '' ? this.#parse('', text) : this.#prepare(text)), params, options);
    });
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Returns a handle whose statements wait for their turn in a lane. */
  queuedHandle(lane: Lane, logger: QueryLogger): Sql {
    return toHandle((...args) => this.#queue.run(lane, () => this.query(...args)), logger);
  }

  /** Returns the handle of all transactions, one after the other. */
  transactionHandle(logger: QueryLogger): Sql {
    return toHandle((...args) => this.query(...args), logger);
  }

  /** Refuses the statements of the transaction that wait for the engine, because it was rolled back. */
  endTransaction(): void {
    this.#transaction += 1;
  }

  async #prepare(text: string): Promise<Prepared> {
    const known = this.#prepared.get(text);
    if (known === undefined) this.#names += 1;
    const prepared = known ?? (await this.#parse(`duka_${this.#names}`, text));
    // Moves it to the end.
    this.#prepared.delete(text);
    this.#prepared.set(text, prepared);
    const [oldest] = this.#prepared;
    if (this.#prepared.size > MOST_PREPARED && oldest !== undefined) {
      this.#prepared.delete(oldest[0]);
      await this.#send([serialize.close({ type: 'S', name: oldest[1].name })]);
    }
    return prepared;
  }

  async #parse(name: string, text: string): Promise<Prepared> {
    try {
      const described = await this.#send([serialize.parse({ name, text }), serialize.describe({ type: 'S', name })]);
      const columns = described.filter(({ name: kind }) => kind === 'rowDescription');
      return { name, types: parseDescribeStatementResults(described), columns };
    } catch (error) {
      // Ends the failed exchange.
      await this.#send([serialize.sync()]);
      throw error;
    }
  }

  async #execute<Row>(
    { name, types, columns }: Prepared,
    params: readonly unknown[],
    options: QueryOptions,
  ): Promise<Results<Row>> {
    const values = params.map((value, index) => this.#toText(value, types[index] ?? 0));
    const messages = [serialize.bind({ statement: name, values }), serialize.execute(), serialize.sync()];
    const answered = await this.#send(messages);
    const [result] = parseResults([...columns, ...answered], this.#client.parsers, options);
    return result as Results<Row>;
  }

  #toText(value: unknown, type: number): string | null {
    if (value === null || value === undefined) return null;
    const serializer = this.#client.serializers[type];
    return serializer === undefined ? String(value) : serializer(value);
  }

  #send(parts: readonly Uint8Array[]): Promise<Message[]> {
    if (this.#client.closed) throw new Error('The embedded database is closed.');
    return this.#client.execProtocolStream(Buffer.concat(parts), { syncToFs: false });
  }
}

/** Builds drizzle's query builder, which passes the names of statements on. Drizzle's own for PGlite drops them. */
function toHandle(query: EngineConnection['query'], logger: QueryLogger): Sql {
  const handle = drizzle(new Client(query) as unknown as PGlite, { schema, logger });
  const { session } = (handle as unknown as Sql)._;
  const prepare: typeof session.prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, name, ...rest) => {
    const prepared = prepare(query, fields, name, ...rest);
    const { queryConfig, rawQueryConfig } = prepared as unknown as Record<string, NamedOptions>;
    for (const config of [queryConfig, rawQueryConfig])
      if (config !== undefined && name !== undefined) config.name = name;
    return prepared;
  };
  return handle as unknown as Sql;
}

/** The part of PGlite that drizzle calls. A class, because drizzle takes a plain object for its settings. */
class Client {
  readonly query: EngineConnection['query'];
  constructor(query: EngineConnection['query']) {
    this.query = query;
  }
}
