import { describeDifferences } from '../check-run.ts';
import { LARGEST_FILE, parseRun, TOO_LARGE } from '../messages.ts';
import type { Run } from '../run.ts';
import { getFlows } from './project.ts';

/** A saved run and the name of its file. */
export interface LoadedRun {
  readonly name: string;
  readonly run: Run;
}

/** Files as runs, and sentences about what is wrong with them or different in them. */
export interface LoadResult {
  readonly runs: readonly LoadedRun[];
  readonly problems: readonly string[];
  readonly remarks: readonly string[];
}

/** Reads the files. One that is not a run does not keep the others from being opened. */
export async function loadRuns(files: readonly File[]): Promise<LoadResult> {
  const runs: LoadedRun[] = [];
  const problems: string[] = [];
  const remarks: string[] = [];
  for (const file of files) {
    const read = file.size > LARGEST_FILE ? { problem: TOO_LARGE } : parseRun(await file.text());
    const name = files.length === 1 ? '' : `${file.name}: `;
    if ('problem' in read) {
      problems.push(`${name}${read.problem}`);
      continue;
    }
    runs.push({ name: file.name, run: read });
    const known = { version: window.atlasProject?.version ?? '', flows: getFlows() };
    remarks.push(...describeDifferences(read, known).map((sentence) => `${name}${sentence}`));
  }
  return { runs, problems, remarks };
}
