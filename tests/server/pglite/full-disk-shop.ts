/**
 * A process that behaves as a shop on a disk whose room the file of the first argument names, in MB: without room it ends
 * as the embedded database does, with room it is open until the file is empty.
 */
import { readFileSync } from 'node:fs';
import { NEEDED_MB } from '../../../server/db/disk-space.ts';

const roomFile = process.argv[2] ?? '';

if (Number(readFileSync(roomFile, 'utf8')) < NEEDED_MB) process.exit(1);
process.send?.({ type: 'ready', url: 'http://localhost:3000' });
// Goes on until the parent fills the disk.
process.once('message', () => process.exit(1));
