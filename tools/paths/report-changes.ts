import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeAssets } from 'flow-atlas/atlas/atlas';
import { createUnknownNameError } from 'flow-atlas/cases/nearest';
import { formatChanges, formatComment, renderChanges } from 'flow-atlas/changes/report';
import { machineNames } from './machines.ts';
import type { Options } from './options.ts';
import { findChangesSince } from './since.ts';

const PAGE = 'changes.html';

/**
 * Returns the changes since `options.since` as text, or as Markdown for a comment. With `--into` it also writes a page
 * with the screens before and after.
 */
export async function reportChanges({ machine, since = '', format, into }: Options): Promise<string> {
  if (format !== 'text' && format !== 'markdown')
    throw new Error(`--since gives --format text or markdown, not '${format}'.`);
  if (machine !== null && !machineNames().includes(machine))
    throw createUnknownNameError('machine called', machine, machineNames());
  const changed = await findChangesSince(since, { only: machine, withScreens: into !== null });
  if (into !== null) {
    mkdirSync(into, { recursive: true });
    await writeAssets(into);
    writeFileSync(path.join(into, PAGE), renderChanges(changed, since, 'the current sources'));
  }
  const text = format === 'markdown' ? formatComment(changed, since) : formatChanges(changed, since);
  return into === null ? text : `${text}\nPage: ${path.join(into, PAGE)}\n`;
}
