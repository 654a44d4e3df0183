import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import * as v from 'valibot';
import { carryOut, CommandRefused, type Command, type Served } from './command.ts';

/** What a kernel takes for the address of a socket file, with room to spare. */
const LONGEST_ADDRESS = 100;
/** A portion of an import is the largest command. */
const MOST_BYTES = 1024 * 1024;
const PATIENT_MS = 30_000;

const Request = v.object({ name: v.string(), input: v.unknown() });
type Answer = { readonly output: unknown } | { readonly refused: string };

/** Nobody listens in this data directory. */
export class ShopUnreachable extends Error {
  constructor(dataDir: string) {
    super(`The shop in ${dataDir} could not be reached`);
    this.name = 'ShopUnreachable';
  }
}

/**
 * Carries out commands for other programs of the user who runs the shop: the embedded database belongs to one process,
 * so they come to it. A socket file in a folder that only its owner may enter; no port, so nothing of a network, a
 * browser or a proxy leads here. The result stops it, once what is under way is done. Rejects where the system has no
 * such sockets.
 */
export async function listenForCommands(shop: Served, commands: readonly Command[]): Promise<() => Promise<void>> {
  const file = socketFile(shop.deps.env.dataDir);
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.chmodSync(path.dirname(file), 0o700);
  // Left by a shop that was killed: whoever has the database open is alone in the directory.
  fs.rmSync(file, { force: true });
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    serve(socket, shop, commands).catch((error: unknown) => {
      shop.deps.log.warn({ err: error }, 'a command was cut off');
      socket.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(addressOf(file), resolve);
  });
  fs.chmodSync(file, 0o600);
  return () => new Promise((resolve) => server.close(() => resolve()));
}

async function serve(socket: net.Socket, shop: Served, commands: readonly Command[]): Promise<void> {
  // Whoever gave the command may be gone when its answer is there.
  socket.on('error', () => undefined);
  socket.setTimeout(PATIENT_MS, () => socket.destroy());
  const { name, input } = v.parse(Request, JSON.parse(await textFrom(socket)));
  socket.setTimeout(0);
  // Never the input: a password may be in it.
  shop.deps.log.info({ command: name }, 'command');
  const answer = await answerTo(name, input, shop, commands);
  socket.end(JSON.stringify(answer));
}

async function answerTo(name: string, input: unknown, shop: Served, commands: readonly Command[]): Promise<Answer> {
  const found = commands.find((it) => it.name === name);
  if (found === undefined) return { refused: 'The running shop does not know this command: start it again.' };
  try {
    return { output: await carryOut(found, shop, input) };
  } catch (error) {
    if (error instanceof CommandRefused) return { refused: error.message };
    shop.deps.log.error({ err: error, command: name }, 'command failed');
    return { refused: 'Something went wrong; the log of the shop says what.' };
  }
}

/**
 * Has a command carried out by the shop that runs on this data directory. Throws CommandRefused with its words, and
 * ShopUnreachable where nobody answers.
 */
export async function askShop<Input, Output>(
  dataDir: string,
  { name }: Command<Input, Output>,
  input: Input,
): Promise<Output> {
  const socket = net.connect(addressOf(socketFile(dataDir)));
  let text = '';
  try {
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    socket.on('error', () => undefined);
    socket.end(JSON.stringify({ name, input }));
    text = await textFrom(socket);
  } catch {
    throw new ShopUnreachable(dataDir);
  }
  if (text === '') throw new ShopUnreachable(dataDir);
  const answer = JSON.parse(text) as Answer;
  if ('refused' in answer) throw new CommandRefused(answer.refused);
  return answer.output as Output;
}

function socketFile(dataDir: string): string {
  return path.join(dataDir, 'control', 'shop.sock');
}

/** The shorter of the file's two names: a longer one than the kernel takes would be cut off. */
function addressOf(file: string): string {
  const address = [file, path.relative(process.cwd(), file)].find((one) => Buffer.byteLength(one) <= LONGEST_ADDRESS);
  if (address === undefined || process.platform === 'win32') throw new Error('There can be no socket file here');
  return address;
}

async function textFrom(socket: net.Socket): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
