/** The program of `npm start` and of production: the shop with its demo. */
import path from 'node:path';
import { runShop } from '../server/run.ts';
import { createDemo } from './demo.ts';

// No top-level await, because the demo's lazily loaded files import this module. The bundle is in `dist/server`, next
// to `dist/client`, `dist/ssr` and `dist/demo`.
const dist = path.resolve(import.meta.dirname, '..');
runShop({
  ...createDemo(path.join(dist, 'demo')),
  dist,
  flows: path.join(dist, 'flows'),
  backup: path.join(dist, 'admin', 'backup.js'),
});
