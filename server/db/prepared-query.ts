import pg from 'pg';

/** A prepared statement, as drizzle passes it to the driver. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
  readonly types: { getTypeParser(type: number, format: 'text'): (cell: string) => unknown };
}

/** The parts of the driver that its types leave out. */
interface Connection {
  readonly stream: { cork(): void; uncork(): void };
  /** Texts of the statements that the connection has parsed, by name. */
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  parse(statement: { readonly name: string; readonly text: string }): void;
  bind(values: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  describe(what: { readonly type: 'P' }): void;
  execute(): void;
  sync(): void;
}
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils;

type Parsers = readonly ((cell: string) => unknown)[];
type Done = (error: unknown, result?: { readonly rows: readonly unknown[][] }) => void;

/** Parsers of the columns of each statement that a connection has described, by name. */
const described = new WeakMap<Connection, Map<string, Parsers>>();

/**
 * One execution of a prepared statement with rows as arrays. Asks a connection only once for the columns of a statement:
 * the driver asks each time and builds parsers from the reply, which takes longer than reading a row. PostgreSQL refuses
 * a prepared statement whose columns have changed. The driver calls the methods.
 */
export class PreparedQuery {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
  /** The driver sets it. */
  callback: Done | null = null;
  readonly #types: PreparedStatement['types'];
  readonly #rows: unknown[][] = [];
  #parsers: Parsers = [];
  #connection: Connection | null = null;
  #failure: unknown = null;

  constructor({ name, text, types }: PreparedStatement, values: readonly unknown[]) {
    this.name = name;
    this.text = text;
    this.values = values;
    this.#types = types;
  }

  /** Returns an error when nothing was sent. */
  submit(connection: Connection): Error | null {
    const { name, text, values } = this;
    const parsed = connection.parsedStatements[name];
    if (parsed !== undefined && parsed !== text) return new Error(`Two prepared statements have the name ${name}`);
    const parsers = parsed === undefined ? undefined : described.get(connection)?.get(name);
    this.#connection = connection;
    this.#parsers = parsers ?? [];
    connection.stream.cork();
    try {
      if (parsed === undefined) connection.parse({ name, text });
      connection.bind({ statement: name, values, valueMapper: prepareValue });
      if (parsers === undefined) connection.describe({ type: 'P' });
      connection.execute();
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly dataTypeID: number }[] }): void {
    this.#parsers = fields.map(({ dataTypeID }) => this.#types.getTypeParser(dataTypeID, 'text'));
    if (this.#connection === null) return;
    const statements = described.get(this.#connection) ?? new Map<string, Parsers>();
    described.set(this.#connection, statements.set(this.name, this.#parsers));
  }

  handleDataRow({ fields: cells }: { readonly fields: readonly (string | null)[] }): void {
    try {
      this.#rows.push(this.#parsers.map((parse, at) => toValue(cells[at], parse)));
    } catch (error) {
      this.#failure = error;
    }
  }

  /** The number of rows is not needed. */
  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    if (this.#failure === null) this.callback?.(null, { rows: this.#rows });
    else this.callback?.(this.#failure);
  }

  handleError(error: unknown): void {
    this.callback?.(error);
  }
}

function toValue(cell: string | null | undefined, parse: (cell: string) => unknown): unknown {
  return cell === null || cell === undefined ? null : parse(cell);
}

interface Sender {
  query(query: PreparedQuery, values: undefined, callback: Done): void;
  query(statement: object, values: readonly unknown[]): Promise<unknown>;
}

/** Sends drizzle's prepared statements as `PreparedQuery`, and other statements unchanged. */
class PreparingClient {
  readonly #sender: Sender;

  constructor(sender: Sender) {
    this.#sender = sender;
  }

  query(statement: PreparedStatement & { readonly rowMode?: string }, values: readonly unknown[]): Promise<unknown> {
    if (statement.rowMode !== 'array' || !statement.name) return this.#sender.query(statement, values);
    return new Promise((resolve, reject) => {
      const done: Done = (error, result) => (result === undefined ? reject(error) : resolve(result));
      this.#sender.query(new PreparedQuery(statement, values), undefined, done);
    });
  }
}

/** Returns a client for drizzle that describes each prepared statement once per connection. */
export function describeOnce(sender: pg.Pool | pg.PoolClient): pg.Pool {
  return new PreparingClient(sender as unknown as Sender) as unknown as pg.Pool;
}
