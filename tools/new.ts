import fs from 'node:fs';
import path from 'node:path';
import { hasTable, loadFlow } from 'model-testing/table/flow';
import { config } from '../model-testing.config.ts';
import { UsageError, runCli } from '../server/cli/shared/cli.ts';
import { formatFile } from './format-file.ts';
import { createFiles } from './new/flow.ts';

const USAGE = `npm run new -- AREA/NAME      NAME in kebab-case, e.g. cart/gift-card

Creates the files of a flow: machine, view, model, map of the table and test, with the states of
tests/flows/NAME/NAME.yaml, which must exist. Types and lint pass; the tests fail until the flow is written.`;
const AREAS = 'src/machines';

await runCli(USAGE, {}, async ({ positionals: [asked = '', ...more] }) => {
  const [area = '', name, ...deeper] = asked.split('/');
  if (name === undefined || deeper.length > 0 || more.length > 0) throw new UsageError();
  const areas = fs.readdirSync(AREAS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (!areas.some((entry) => entry.name === area))
    throw new Error(`Unknown area '${area}'. Areas: ${areas.map((entry) => entry.name).join(', ')}.`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`${name} is not in kebab-case.`);
  if (!hasTable(config, name)) {
    throw new Error(
      `There is no tests/flows/${name}/${name}.yaml. Write the flow's table first; its author must not write the machine. See CONTRIBUTING.md.`,
    );
  }
  const files = Object.entries(createFiles(area, name, loadFlow(config, name)));
  const taken = files.map(([file]) => file).filter((file) => fs.existsSync(file));
  if (taken.length > 0) throw new Error(`Nothing was created, because these files exist: ${taken.join(', ')}.`);
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, await formatFile(file, text));
  }
  const said = [
    ...files.map(([file]) => `made ${file}`),
    '',
    'Next: write the machine until its rows pass',
    `  npx vitest --project paths tests/flows/${name}`,
    `move the texts of its view into src/texts/${area}.ts (a test rejects them elsewhere),`,
    `then provide its slots in src/compose/${area}, add its route in src/routes/${area}, and name it in docs/architecture.md`,
    '(CONTRIBUTING.md).',
  ];
  console.log(said.join('\n'));
});
