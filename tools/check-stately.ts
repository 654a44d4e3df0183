import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readingOf } from 'flow-atlas/stately/read';
import { runCli } from '../server/cli/shared/cli.ts';
import { allForStately } from './flows/stately.ts';

const USAGE = `npm run check:stately

Reads each file of npm run flows -- --stately with Stately's own parser, which it installs first
(docs/decisions/0044-stately.md). All states and transitions have to be read as they are, but those that answer a snapshot:
the parser knows no onSnapshot.`;

const PARSER = path.resolve('packages/flow-atlas/stately/parser');

await runCli(USAGE, {}, async () => {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PARSER, stdio: 'inherit' });
  if (status !== 0) throw new Error('The parser could not be installed; why stands above.');

  const sum = { files: 0, states: 0, transitions: 0, snapshots: 0, unread: 0 };
  for (const { flow, machine, text } of await allForStately()) {
    const { states, transitions, missing, foreign, unread } = readingOf(machine, text, PARSER);
    const snapshots = missing.filter((line) => (JSON.parse(line) as { on?: string }).on?.endsWith(' tells'));
    const wrong = [...missing.filter((line) => !snapshots.includes(line)), ...foreign.map((line) => `instead ${line}`)];
    for (const line of wrong) console.error(`${flow}: ${line}`);
    if (wrong.length > 0) process.exitCode = 1;
    for (const line of snapshots) console.log(`${flow}: not read, since it answers a snapshot: ${line}`);
    sum.files += 1;
    sum.states += states;
    sum.transitions += transitions;
    sum.snapshots += snapshots.length;
    sum.unread += unread;
  }
  console.log(
    `${sum.files} files, ${sum.states} states, ${sum.transitions - sum.snapshots} of ${sum.transitions} transitions ` +
      `read as they are; ${sum.unread} computed or negative parameters left out.`,
  );
});
