/**
 * The program that `npm start` and production run: the shop, with the demo at hand. The demo's code is read when it is
 * needed: its fillings where the settings want them, its drawings when a picture is asked for that has no file.
 */
import path from 'node:path';
import { runShop } from '../server/run.ts';

// Nothing is awaited here: the demo's files import this one, which has to be done first.
runShop({
  // The bundle stands in dist/server, beside dist/client and dist/ssr.
  dist: path.resolve(import.meta.dirname, '..'),
  fillings: async () => (await import('./fillings/index.ts')).fillings,
  pictures: async (key) => (await import('./drawings/drawn-pictures.ts')).drawnPictures(key),
});
