/** The shop's server as `npm run dev` runs it from the sources: calls and pictures; pages come from scripts/dev.ts. */
import { demoIn } from '../demo/demo.ts';
import { runShop } from '../server/run.ts';

runShop({ ...demoIn('demo'), dist: null, flows: 'dist/flows', backup: 'server/cli/backup.ts' });
