import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { compareReading } from 'flow-atlas/stately/read';
import { runCli } from '../server/cli/shared/cli.ts';
import { createStatelyFiles } from './flows/stately.ts';

const USAGE = `npm run check:stately

Installs Stately's parser and reads each file of npm run flows -- --stately with it (packages/flow-atlas/docs/decisions/0044-stately.md).
Fails if a state or transition differs. Transitions of onSnapshot are excluded, because the parser does not support them.`;

const PARSER = path.resolve('packages/flow-atlas/stately/parser');

await runCli(USAGE, {}, async () => {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PARSER, stdio: 'inherit' });
  if (status !== 0) throw new Error('The parser could not be installed. See the error above.');

  const sum = { files: 0, states: 0, transitions: 0, snapshots: 0, unread: 0 };
  for (const { flow, labelled, text } of await createStatelyFiles()) {
    const { states, transitions, missing, foreign, unread } = compareReading(labelled, text, PARSER);
    const snapshots = missing.filter((line) => (JSON.parse(line) as { on?: string }).on?.endsWith(' tells'));
    const wrong = [...missing.filter((line) => !snapshots.includes(line)), ...foreign.map((line) => `instead ${line}`)];
    for (const line of wrong) console.error(`${flow}: ${line}`);
    if (wrong.length > 0) process.exitCode = 1;
    for (const line of snapshots)
      console.log(`${flow}: not read, because the parser does not support onSnapshot: ${line}`);
    sum.files += 1;
    sum.states += states;
    sum.transitions += transitions;
    sum.snapshots += snapshots.length;
    sum.unread += unread;
  }
  console.log(
    `${sum.files} files, ${sum.states} states, ${sum.transitions - sum.snapshots} of ${sum.transitions} transitions ` +
      `read correctly; ${sum.unread} computed or negative parameters skipped.`,
  );
});
