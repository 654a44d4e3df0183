/**
 * `npm run new -- AREA/NAME` makes the files of a flow: machine, view, model, map of the table, test. They pass types
 * and lint, and the tests fail for what is not written yet. The states are those of `tests/flows/NAME/NAME.yaml`, which comes
 * first.
 */
import fs from 'node:fs';
import path from 'node:path';
import { hasTable, loadFlow } from '../model-testing/table/flow.ts';
import { formatted } from './formatted.ts';
import { filesOf } from './new/flow.ts';

const USAGE = 'npm run new -- AREA/NAME      NAME in kebab-case, e.g. cart/gift-card';
const AREAS = 'src/machines';

async function main([asked = '', ...more]: readonly string[]): Promise<string> {
  const [area = '', name, ...deeper] = asked.split('/');
  if (name === undefined || deeper.length > 0 || more.length > 0) throw new Error(USAGE);
  const areas = fs.readdirSync(AREAS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (!areas.some((entry) => entry.name === area))
    throw new Error(`There is no area '${area}', but ${areas.map((entry) => entry.name).join(', ')}.\n${USAGE}`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`${name} is not in kebab-case.\n${USAGE}`);
  if (!hasTable(name)) {
    throw new Error(
      `There is no tests/flows/${name}/${name}.yaml. The flow's table comes first, written by somebody who does not write the machine: see CONTRIBUTING.md.`,
    );
  }
  const files = Object.entries(filesOf(area, name, loadFlow(name)));
  const taken = files.map(([file]) => file).filter((file) => fs.existsSync(file));
  if (taken.length > 0) throw new Error(`Nothing was made, because there is already ${taken.join(', ')}.`);
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, await formatted(file, text));
  }
  return [
    ...files.map(([file]) => `made ${file}`),
    '',
    'Next: write the machine until its rows pass',
    `  npx vitest --project paths tests/flows/${name}`,
    `then fill its slots in src/compose/${area}, give it an address in src/routes/${area}, and name it in docs/architecture.md`,
    '(CONTRIBUTING.md).',
  ].join('\n');
}

try {
  console.log(await main(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
