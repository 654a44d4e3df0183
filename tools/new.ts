import fs from 'node:fs';
import path from 'node:path';
import { hasTable, loadFlow } from 'model-testing/table/flow';
import { config } from '../model-testing.config.ts';
import { Misused, runCli } from '../server/cli/shared/cli.ts';
import { formatted } from './formatted.ts';
import { filesOf } from './new/flow.ts';

const USAGE = `npm run new -- AREA/NAME      NAME in kebab-case, e.g. cart/gift-card

Makes the files of a flow: machine, view, model, map of the table and test, with the states of
tests/flows/NAME/NAME.yaml, which comes first. They pass types and lint, and the tests fail for what is not written yet.`;
const AREAS = 'src/machines';

await runCli(USAGE, {}, async ({ positionals: [asked = '', ...more] }) => {
  const [area = '', name, ...deeper] = asked.split('/');
  if (name === undefined || deeper.length > 0 || more.length > 0) throw new Misused();
  const areas = fs.readdirSync(AREAS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  if (!areas.some((entry) => entry.name === area))
    throw new Error(`There is no area '${area}', but ${areas.map((entry) => entry.name).join(', ')}.`);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) throw new Error(`${name} is not in kebab-case.`);
  if (!hasTable(config, name)) {
    throw new Error(
      `There is no tests/flows/${name}/${name}.yaml. The flow's table comes first, written by somebody who does not write the machine: see CONTRIBUTING.md.`,
    );
  }
  const files = Object.entries(filesOf(area, name, loadFlow(config, name)));
  const taken = files.map(([file]) => file).filter((file) => fs.existsSync(file));
  if (taken.length > 0) throw new Error(`Nothing was made, because there is already ${taken.join(', ')}.`);
  for (const [file, text] of files) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, await formatted(file, text));
  }
  const said = [
    ...files.map(([file]) => `made ${file}`),
    '',
    'Next: write the machine until its rows pass',
    `  npx vitest --project paths tests/flows/${name}`,
    `move the words of its view into src/texts/${area}.ts (a test refuses them elsewhere),`,
    `then fill its slots in src/compose/${area}, give it an address in src/routes/${area}, and name it in docs/architecture.md`,
    '(CONTRIBUTING.md).',
  ];
  console.log(said.join('\n'));
});
