/** The shop's server for `npm run dev`, from the sources: calls and pictures. `scripts/dev.ts` serves the pages. */
import { createDemo } from '../demo/demo.ts';
import { runShop } from '../server/run.ts';

runShop({ ...createDemo('demo'), dist: null, flows: 'dist/flows', backup: 'server/cli/backup.ts' });
