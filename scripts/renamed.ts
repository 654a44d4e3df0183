/** Runs npm scripts under their former names for one version, with a hint. Remove in 0.4.0. */
import { spawnSync } from 'node:child_process';

/** Former name: what is run instead. */
const RENAMED: Readonly<Record<string, readonly string[]>> = {
  desk: ['back-office', '--'],
  validate: ['test', '--'],
  'test:server': ['test:unit', '--', '--project', 'server-*'],
};

const [former = '', ...args] = process.argv.slice(2);
const command = RENAMED[former];
if (command === undefined) throw new Error(`'${former}' was not renamed. See the scripts in package.json.`);
console.error(`npm run ${former} is now: npm run ${command.join(' ').replace(/ --$/, '')}`);
const { status } = spawnSync('npm', ['run', '--silent', ...command, ...args], { stdio: 'inherit' });
process.exitCode = status ?? 1;
