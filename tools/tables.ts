import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { formatTable } from 'model-testing/table/format';
import { hasTable } from 'model-testing/table/flow';
import { config } from '../model-testing.config.ts';

/** Part of `npm run format`: writes the tables of the flows in the one form that all have. */

for (const flow of readdirSync('tests/flows').filter((name) => hasTable(config, name))) {
  const file = config.table(flow);
  const written = readFileSync(file, 'utf8');
  const formatted = formatTable(written);
  if (formatted !== written) writeFileSync(file, formatted);
}
