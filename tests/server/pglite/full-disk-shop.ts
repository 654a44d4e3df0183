/**
 * A fake shop on a disk whose free space, in MB, is in the file of the first argument. Without space it exits as the
 * embedded database does; with space it runs until the parent sends a message.
 */
import { readFileSync } from 'node:fs';
import { NEEDED_MB } from '../../../server/db/disk-space.ts';

const roomFile = process.argv[2] ?? '';

if (Number(readFileSync(roomFile, 'utf8')) < NEEDED_MB) process.exit(1);
process.send?.({ type: 'ready', url: 'http://localhost:3000' });
// Runs until the parent fills the disk.
process.once('message', () => process.exit(1));
