/** The shop's server as `npm run dev` runs it from the sources: calls and pictures; pages come from scripts/dev.ts. */
import { demo } from '../demo/demo.ts';
import { runShop } from '../server/run.ts';

runShop({ ...demo, dist: null, flows: 'dist/flows', backup: 'scripts/backup.ts' });
