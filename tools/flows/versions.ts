import { execFileSync, fork } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FlowDescription } from 'flow-atlas/atlas/descriptions';

const ROOT = path.join(import.meta.dirname, '../..');
const MOST_BYTES = 1_000_000_000;

/**
 * Returns the machines of a git revision, or with `null` of the current sources. Rejects with a sentence when they
 * cannot be built.
 */
export async function flowsAt(revision: string | null): Promise<readonly FlowDescription[]> {
  if (revision === null) return readFlows(ROOT).catch(refused('the current sources'));
  const folder = mkdtempSync(path.join(tmpdir(), 'flows-'));
  try {
    checkOut(revision, folder);
    return await readFlows(folder).catch(refused(`'${revision}'`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Puts the files of a git revision into a folder. Throws a sentence when there is no such revision. */
export function checkOut(revision: string, folder: string): string {
  let commit: string;
  try {
    commit = execFileSync('git', ['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`], {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch (cause) {
    throw new Error(`There is no git revision called '${revision}'.`, { cause });
  }
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: MOST_BYTES });
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['-xf', '-', '-C', folder], { input: archive });
  if (!existsSync(path.join(folder, 'src/machines')))
    throw new Error(`'${revision}' cannot be compared, because it has no machines in src/machines.`);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'dir');
  return commit;
}

function refused(what: string): (error: unknown) => never {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The machines of ${what} cannot be built with the installed packages: ${why}`);
  };
}

/** Builds the machines below a folder in a separate process. Rejects with the error there. */
export function readFlows(folder: string): Promise<readonly FlowDescription[]> {
  const child = fork(path.join(import.meta.dirname, 'read-flows.ts'), [folder], {
    cwd: ROOT,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let said = '';
  child.stderr?.on('data', (part: Buffer) => (said += part.toString()));
  return new Promise((resolve, reject) => {
    let flows: readonly FlowDescription[] | null = null;
    child.on('message', (message) => {
      flows = message as readonly FlowDescription[];
      child.disconnect();
    });
    child.once('error', reject);
    child.once('exit', () => {
      if (flows !== null && flows.length > 0) resolve(flows);
      else reject(new Error(/^\w*Error.*: (.*)$/m.exec(said)?.[1]?.replace(folder, '.') ?? 'no readable machine'));
    });
  });
}
