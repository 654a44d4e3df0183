import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { executeCommand, CommandRefusedError, type Command, type CommandContext } from './command.ts';

/** Maximum length of a socket path that kernels accept, with a margin. */
const LONGEST_ADDRESS = 100;
/** A batch of an import is the largest command. */
const MOST_BYTES = 1024 * 1024;
const PATIENT_MS = 30_000;

const Request = v.object({ name: v.string(), input: v.unknown() });
type Answer = { readonly output: unknown } | { readonly refused: string };

/** No shop listens in this data directory. */
export class ShopUnreachableError extends Error {
  constructor(dataDir: string) {
    super(`The shop in ${dataDir} could not be reached`);
    this.name = 'ShopUnreachableError';
  }
}

/**
 * Executes commands for other programs of the same user, because only one process can open the embedded database. Uses
 * a socket file in a folder that only its owner can open, so that networks, browsers and proxies have no access. The
 * returned function stops it after the running commands. Rejects when the system has no such sockets.
 */
export async function listenForCommands(
  shop: CommandContext,
  commands: readonly Command[],
): Promise<() => Promise<void>> {
  const file = socketFile(shop.deps.env.dataDir);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.chmodSync(path.dirname(file), 0o700);
  // A killed shop leaves this file. The process with the open database owns the directory.
  fs.rmSync(file, { force: true });
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    serve(socket, shop, commands).catch((error: unknown) => {
      shop.deps.log.warn({ err: error }, 'a command was cut off');
      socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(toSocketAddress(file), resolve);
  });
  fs.chmodSync(file, 0o600);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function serve(socket: net.Socket, shop: CommandContext, commands: readonly Command[]): Promise<void> {
  // The client may have disconnected before the reply.
  socket.on('error', () => undefined);
  socket.setTimeout(PATIENT_MS, () => socket.destroy());
  const { name, input } = v.parse(Request, JSON.parse(await readText(socket)));
  socket.setTimeout(0);
  // Never log the input, because it may contain a password.
  shop.deps.log.info({ command: name }, 'command');
  const answer = await handleRequest(name, input, shop, commands);
  socket.end(JSON.stringify(answer));
}

async function handleRequest(
  name: string,
  input: unknown,
  shop: CommandContext,
  commands: readonly Command[],
): Promise<Answer> {
  const found = commands.find((it) => it.name === name);
  if (found === undefined) return { refused: 'The running shop does not know this command. Restart it.' };
  try {
    return { output: await executeCommand(found, shop, input) };
  } catch (error) {
    if (error instanceof CommandRefusedError) return { refused: error.message };
    shop.deps.log.error({ err: error, command: name }, 'command failed');
    return { refused: 'Something went wrong. See the log of the shop.' };
  }
}

/**
 * Sends a command to the shop that runs on this data directory. Throws `CommandRefusedError` with its message, and
 * `ShopUnreachableError` when there is no reply.
 */
export async function sendToShop<Input, Output>(
  dataDir: string,
  { name }: Command<Input, Output>,
  input: Input,
): Promise<Output> {
  const socket = net.connect(toSocketAddress(socketFile(dataDir)));
  let text = '';
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.on('error', () => undefined);
    socket.end(JSON.stringify({ name, input }));
    text = await readText(socket);
  } catch {
    throw new ShopUnreachableError(dataDir);
  }
  if (text === '') throw new ShopUnreachableError(dataDir);
  const answer = JSON.parse(text) as Answer;
  if ('refused' in answer) throw new CommandRefusedError(answer.refused);
  return answer.output as Output;
}

function socketFile(dataDir: string): string {
  return path.join(dataDir, 'control', 'shop.sock');
}

/** Uses the shorter of the absolute and relative path, because the kernel would truncate a longer one. */
function toSocketAddress(file: string): string {
  const address = [file, path.relative(process.cwd(), file)].find((one) => Buffer.byteLength(one) <= LONGEST_ADDRESS);
  if (address === undefined || process.platform === 'win32') throw new Error('There can be no socket file here');
  return address;
}

async function readText(socket: net.Socket): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
