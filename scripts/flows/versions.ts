import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { toldIn } from '../../model-testing/atlas/told.ts';
import type { ToldFlow } from '../../model-testing/atlas/told.ts';

const MARKDOWN = /([^/]+)\.md$/;

/** The flows as the texts of a folder tell them, or those of `folder` in a git revision. Throws where it is neither. */
export function toldOf(version: string, folder: string): ToldFlow[] {
  if (existsSync(version) && statSync(version).isDirectory())
    return flowsOf(readdirSync(version), (name) => readFileSync(path.join(version, name), 'utf8'));
  try {
    const names = git('ls-tree', '--name-only', version, `${folder}/`).split('\n');
    return flowsOf(names, (name) => git('show', `${version}:${name}`));
  } catch {
    throw new Error(`There is neither a folder nor a git revision called '${version}'.`);
  }
}

function flowsOf(names: readonly string[], read: (name: string) => string): ToldFlow[] {
  return names.flatMap((name) => {
    const flow = MARKDOWN.exec(name)?.[1];
    return flow === undefined ? [] : [toldIn(flow, read(name))];
  });
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
