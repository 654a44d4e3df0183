/**
 * Loaded into a server before its own program (`--import`): while the file in `FULL_DISK` exists, no file in the folder
 * of the embedded database can grow (R33). Overwriting in place still works, as on a real disk.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { noRoom } from '../../support/no-room.ts';

const { FULL_DISK: file, DATA_DIR } = process.env;
if (file === undefined || DATA_DIR === undefined) throw new Error('FULL_DISK and DATA_DIR name no file and folder');
const database = path.join(path.resolve(DATA_DIR), 'db');

const isFull = () => fs.existsSync(file);
const names = new Map<number, string>();
const isOurs = (fd: number) => names.get(fd)?.startsWith(database) === true;

const { openSync, writeSync, ftruncateSync } = fs;
fs.openSync = (name, flags, mode) => {
  const isNew = !fs.existsSync(name);
  if (isNew && isFull() && path.resolve(String(name)).startsWith(database)) noRoom();
  const fd = openSync(name, flags, mode);
  names.set(fd, path.resolve(String(name)));
  return fd;
};
fs.writeSync = ((
  fd: number,
  data: NodeJS.ArrayBufferView,
  offset?: number,
  length?: number,
  position?: number | null,
) => {
  const end = (position ?? fs.fstatSync(fd).size) + (length ?? data.byteLength);
  if (isOurs(fd) && isFull() && end > fs.fstatSync(fd).size) noRoom();
  return writeSync(fd, data, offset, length, position);
}) as typeof writeSync;
fs.ftruncateSync = (fd, length) => {
  if (isOurs(fd) && isFull() && (length ?? 0) > fs.fstatSync(fd).size) noRoom();
  ftruncateSync(fd, length);
};
syncBuiltinESMExports();
