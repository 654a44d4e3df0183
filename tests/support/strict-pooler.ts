import net from 'node:net';

/** Parameters that pgbouncer 1.18 accepts in a start-up message. */
const TAKEN = new Set(['user', 'database', 'client_encoding', 'application_name', 'TimeZone', 'DateStyle']);
const PROTOCOL_3 = 196_608;

export interface StrictPooler {
  readonly port: number;
  /** Statements that fail in transaction mode: named statements and session settings. */
  readonly offences: readonly string[];
  stop(): Promise<void>;
}

/**
 * Starts a proxy for a local PostgreSQL server. Like pgbouncer in transaction mode, it rejects settings in the start-up
 * message. It forwards other statements that depend on a session and records them in `offences`.
 */
export async function startStrictPooler(databasePort: number): Promise<StrictPooler> {
  const offences: string[] = [];
  const open = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const database = net.connect(databasePort, '127.0.0.1');
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    database.pipe(client);
    let unread = Buffer.alloc(0);
    let isStarted = false;
    client.on('data', (part) => {
      unread = Buffer.concat([unread, part]);
      for (;;) {
        const head = isStarted ? 1 : 0;
        if (unread.length < head + 4) return;
        const size = head + unread.readInt32BE(head);
        if (unread.length < size) return;
        const message = unread.subarray(0, size);
        unread = unread.subarray(size);
        if (isStarted) offences.push(...getOffences(message));
        else {
          const refused = getRefused(message);
          if (refused !== undefined)
            return void client.end(errorResponse('08P01', `unsupported startup parameter: ${refused}`));
          isStarted = true;
        }
        database.write(message);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    offences,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Returns the first setting in a start-up message that is not accepted. */
function getRefused(message: Buffer): string | undefined {
  if (message.readInt32BE(4) !== PROTOCOL_3) return 'ssl';
  const words = message.subarray(8).toString().split('\0');
  return words.find((word, index) => index % 2 === 0 && word !== '' && !TAKEN.has(word));
}

function getOffences(message: Buffer): string[] {
  const [kind, text = ''] = [String.fromCharCode(message.readUInt8(0)), message.subarray(5).toString()];
  if (kind === 'P' && !text.startsWith('\0')) return [`named statement ${text.split('\0', 1)[0]}`];
  const statement = (kind === 'P' ? text.slice(1) : text).trimStart();
  const isOfSession =
    (kind === 'P' || kind === 'Q') &&
    /(?:^|;)\s*(?:listen|notify|prepare|set(?!\s+(?:local|transaction)))\s|advisory_lock\(|with hold/i.test(statement);
  return isOfSession ? [statement] : [];
}

function errorResponse(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
