import fs from 'node:fs';
import path from 'node:path';

const FILE = 0o600;
const FOLDER = 0o700;

/** Makes a file or folder accessible only to its owner. */
export function makePrivate(target: string, about: fs.Stats = fs.lstatSync(target)): void {
  if (about.isSymbolicLink()) return;
  const wanted = about.isDirectory() ? FOLDER : FILE;
  if ((about.mode & 0o777) !== wanted) fs.chmodSync(target, wanted);
}

/**
 * Makes a folder and everything in it accessible only to the owner, because it contains names and phones of shoppers
 * (X55).
 */
export function makeTreePrivate(folder: string): void {
  makePrivate(folder);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name);
    if (entry.isDirectory()) makeTreePrivate(target);
    else makePrivate(target);
  }
}
