/** The program that `npm start` and production run: the shop, with the demo at hand. */
import path from 'node:path';
import { runShop } from '../server/run.ts';
import { demoIn } from './demo.ts';

// Nothing is awaited here: the demo's files import this one, which has to be done first.
// The bundle stands in dist/server, beside dist/client, dist/ssr and dist/demo.
const dist = path.resolve(import.meta.dirname, '..');
runShop({
  ...demoIn(path.join(dist, 'demo')),
  dist,
  flows: path.join(dist, 'flows'),
  backup: path.join(dist, 'admin', 'backup.js'),
});
