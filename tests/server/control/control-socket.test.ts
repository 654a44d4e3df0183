import fs from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { command, CommandRefusedError, type CommandContext } from '../../../server/control/command.ts';
import { sendToShop, listenForCommands, ShopUnreachableError } from '../../../server/control/control-socket.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createLog, type Logger } from '../../../server/log.ts';

let dataDir: string;
let lines: string[];
let stop: () => Promise<void>;
let arrived: () => void;

const echo = command({
  name: 'echo',
  input: v.strictObject({ word: v.string() }),
  run: async (_, { word }) => ({ word, length: word.length }),
});
const fail = command({
  name: 'fail',
  input: v.strictObject({ how: v.string() }),
  run: async (_, { how }) => {
    if (how === 'fields')
      throw new Refusal('invalid', 'no', { fields: { email: 'Email is required', name: 'Required' } });
    if (how === 'refused') throw new Refusal('conflict', 'Not now.');
    throw new Error('s3cret inside');
  },
});
let finish: () => void;
const slow = command({
  name: 'slow',
  input: v.strictObject({}),
  run: () =>
    new Promise<string>((resolve) => {
      finish = () => resolve('done');
      arrived();
    }),
});
const unknown = { ...echo, name: 'unknown' };

/** The part of a shop that these commands need. */
const servedIn = (folder: string, log: Logger) => ({ deps: { env: { dataDir: folder }, log } }) as CommandContext;
const socket = () => path.join(dataDir, 'control', 'shop.sock');
const listen = () => {
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  return listenForCommands(servedIn(dataDir, log), [echo, fail, slow]);
};
/** Sends raw bytes and returns the response. */
const send = (bytes: string) =>
  new Promise<string>((resolve) => {
    let text = '';
    const client = net.connect(socket(), () => client.end(bytes));
    client.on('data', (part: Buffer) => (text += part.toString()));
    client.on('error', () => undefined).once('close', () => resolve(text));
  });

beforeEach(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-control-'));
  lines = [];
  stop = await listen();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

describe('commands for a running shop', () => {
  test('are run, and their result or error is returned', async () => {
    expect(await sendToShop(dataDir, echo, { word: 'Karibu é' })).toEqual({ word: 'Karibu é', length: 8 });
    await expect(sendToShop(dataDir, fail, { how: 'refused' })).rejects.toThrow(new CommandRefusedError('Not now.'));
    await expect(sendToShop(dataDir, fail, { how: 'fields' })).rejects.toThrow('Email is required. Required');
    await expect(sendToShop(dataDir, unknown, { word: '' })).rejects.toThrow('does not know this command. Restart it');
    await expect(sendToShop(dataDir, echo, { word: 1 } as never)).rejects.toThrow(
      'echo: the command could not be read',
    );
  });

  test('are accessible only to the owner of the data directory', () => {
    expect(fs.statSync(path.dirname(socket())).mode & 0o777).toBe(0o700);
    expect(fs.statSync(socket()).mode & 0o777).toBe(0o600);
    expect(fs.statSync(socket()).isSocket()).toBe(true);
  });

  test('restrict a folder that was open to others', async () => {
    await stop();
    fs.chmodSync(path.dirname(socket()), 0o777);
    stop = await listen();
    expect(fs.statSync(path.dirname(socket())).mode & 0o777).toBe(0o700);
  });

  test('log an internal error without showing it, and never log inputs', async () => {
    await expect(sendToShop(dataDir, fail, { how: 'broken' })).rejects.toThrow(/^Something went wrong. See the log/);
    await sendToShop(dataDir, echo, { word: 'a secret word' });
    expect(lines.join('')).toContain('"command":"fail"');
    expect(lines.join('')).not.toContain('a secret word');
  });

  test.each([
    ['nothing', ''],
    ['no JSON', '{"name":'],
    ['no command', '[]'],
    ['no command name', '{"name":{}}'],
    ['endless input', 'x'.repeat(100_000)],
  ])('%s: the connection is closed, and other commands still work', async (_, bytes) => {
    expect(await send(bytes)).toBe('');
    expect(await sendToShop(dataDir, echo, { word: 'a' })).toEqual({ word: 'a', length: 1 });
  });

  test('allow 1 MB per command and response, and close the connection above it', async () => {
    const most = 1024 * 1024;
    const bytesBeside = Buffer.byteLength(JSON.stringify({ name: 'echo', input: { word: '' } }));
    const word = 'ab'.repeat(most).slice(0, most - bytesBeside);
    // The response is longer because of the length field, so a shorter word comes back whole.
    await expect(sendToShop(dataDir, echo, { word })).rejects.toThrow(ShopUnreachableError);
    expect(lines.filter((line) => line.includes('"command":"echo"'))).toHaveLength(1);
    await expect(sendToShop(dataDir, echo, { word: `${word}c` })).rejects.toThrow(ShopUnreachableError);
    expect(lines.filter((line) => line.includes('"command":"echo"'))).toHaveLength(1);
    const half = `${'a'.repeat(300_000)}${'b'.repeat(300_000)}`;
    expect((await sendToShop(dataDir, echo, { word: half })).word === half).toBe(true);
  });

  test('close a connection that is silent for half a minute, but never limit a running command', async () => {
    const set = vi.spyOn(net.Socket.prototype, 'setTimeout');
    await sendToShop(dataDir, echo, { word: '' });
    expect(set.mock.calls.map(([ms]) => ms)).toEqual([30_000, 0]);
    const [, hangUp] = set.mock.calls[0] ?? [];
    const [waiting] = set.mock.contexts;
    hangUp?.call(waiting as net.Socket);
    expect((waiting as net.Socket).destroyed).toBe(true);
  });

  test('report an unreachable shop when the connection closes without a response', async () => {
    await stop();
    const silent = net.createServer((client) => client.resume().end()).listen(socket());
    await expect(sendToShop(dataDir, echo, { word: '' })).rejects.toThrow(ShopUnreachableError);
    await expect(sendToShop(dataDir, echo, { word: '' })).rejects.toThrow(
      `The shop in ${dataDir} could not be reached`,
    );
    await new Promise((resolve) => silent.close(resolve));
    stop = async () => undefined;
  });

  test('create a missing data directory for its owner only', async () => {
    const fresh = path.join(dataDir, 'fresh');
    const log = createLog('silent');
    const stopFresh = await listenForCommands(servedIn(fresh, log), []);
    for (const made of [fresh, path.join(fresh, 'control')]) expect(fs.statSync(made).mode & 0o777).toBe(0o700);
    await stopFresh();
  });

  test('reject a system without socket files', async () => {
    const platform = Object.getOwnPropertyDescriptor(process, 'platform');
    Object.defineProperty(process, 'platform', { ...platform, value: 'win32' });
    try {
      await expect(sendToShop(dataDir, echo, { word: '' })).rejects.toThrow('no socket file');
    } finally {
      Object.defineProperty(process, 'platform', platform ?? {});
    }
  });

  test('allow a socket path of a hundred bytes', async () => {
    // There is no shorter relative path from here.
    vi.spyOn(process, 'cwd').mockReturnValue('/somewhere/else/altogether');
    const file = path.join(path.sep, 'tmp', 'x', 'control', 'shop.sock');
    const most = path.join(path.sep, 'tmp', `x${'y'.repeat(100 - Buffer.byteLength(file))}`);
    const log = createLog('silent');
    const stopThere = await listenForCommands(servedIn(most, log), []);
    expect(Buffer.byteLength(path.join(most, 'control', 'shop.sock'))).toBe(100);
    await stopThere();
    fs.rmSync(most, { recursive: true });
    await expect(listenForCommands(servedIn(`${most}y`, log), [])).rejects.toThrow('no socket');
    fs.rmSync(`${most}y`, { recursive: true });
  });

  test('stop after the running command, then the shop is unreachable and the file is deleted', async () => {
    const started = new Promise<void>((resolve) => (arrived = resolve));
    const asked = sendToShop(dataDir, slow, {});
    await started;
    const stopped = stop();
    finish();
    expect(await asked).toBe('done');
    await stopped;
    expect(fs.existsSync(socket())).toBe(false);
    await expect(sendToShop(dataDir, echo, { word: '' })).rejects.toThrow(ShopUnreachableError);
    stop = async () => undefined;
  });

  test('replace the socket file of a killed shop', async () => {
    await stop();
    fs.writeFileSync(socket(), 'left over');
    await expect(sendToShop(dataDir, echo, { word: '' })).rejects.toThrow(ShopUnreachableError);
    stop = await listen();
    expect(await sendToShop(dataDir, echo, { word: '' })).toEqual({ word: '', length: 0 });
  });

  test('reject a socket path that is too long for the kernel', async () => {
    const deep = path.join(dataDir, 'x'.repeat(100));
    const log = createLog('silent');
    await expect(listenForCommands(servedIn(deep, log), [])).rejects.toThrow('no socket file');
    await expect(sendToShop(deep, echo, { word: '' })).rejects.toThrow('no socket file');
  });
});
