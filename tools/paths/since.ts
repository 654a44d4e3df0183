import { execFileSync, fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Way } from 'flow-atlas/cases/describe-case';
import { findDifferences } from 'flow-atlas/changes/compare';
import type { FlowDifference, WayPair } from 'flow-atlas/changes/compare';
import type { CaseChange, ChangedFlow } from 'flow-atlas/changes/report';
import type { FlowTrace } from 'flow-atlas/changes/trace';
import { findDependents } from '../../scripts/check/related.ts';
import { sources } from '../../tests/support/files.ts';
import { SERVER_MACHINES } from './server-machines.ts';
import { getTitle } from '../flows/charts.ts';
import { readLabels } from '../flows/labels.ts';
import { checkOut } from '../flows/versions.ts';
import type { VersionAnswers, VersionCase, VersionRequest } from './version-lane.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const FLOWS = 'tests/flows';
/** Parts of this version that an older one runs with: what reads the machines must be the same on both sides. */
const TOOLS = ['tools', 'model-testing.config.ts', 'tests/support/files.ts'];

export interface ChangeSelection {
  /** The later version; `null` for the current sources. */
  readonly until?: string | null;
  /** Compares this flow only. */
  readonly only?: string | null;
  /** Draws the step before and after. */
  readonly withScreens?: boolean;
}

/** Compares the cases of two versions of the sources. Rejects with a sentence when one of them cannot be built. */
export async function findChangesSince(
  revision: string,
  { until = null, only = null, withScreens = false }: ChangeSelection = {},
): Promise<ChangedFlow[]> {
  const versions: Version[] = [];
  try {
    versions.push(openVersion(revision));
    versions.push(until === null ? { folder: ROOT, commit: null, lane: new Lane(ROOT) } : openVersion(until));
    const [{ lane: old, commit }, { lane: now, commit: end }] = versions as [Version, Version];
    const [were, are] = await Promise.all([
      old.ask<'flows'>({ ask: 'flows' }).catch(refuse(revision)),
      now.ask<'flows'>({ ask: 'flows' }).catch(refuse(until ?? 'the current sources')),
    ]);
    const touched = findTouchedFlows(commit ?? '', end);
    const flows = [...new Set([...were, ...are])]
      .filter((flow) => only === null || flow === only)
      .filter((flow) => touched.has(flow) || !were.includes(flow) || !are.includes(flow))
      .sort();
    const found: ChangedFlow[] = [];
    for (const flow of flows) {
      const kind = !were.includes(flow) ? 'new' : !are.includes(flow) ? 'gone' : 'changed';
      const changes =
        kind === 'changed' ? await compareFlow(flow, { old, now, withScreens }).catch(refuse(revision)) : [];
      if (kind !== 'changed' || changes.length > 0) found.push({ flow, title: getTitle(flow), kind, changes });
    }
    return found;
  } finally {
    for (const { lane, folder } of versions) {
      lane.end();
      if (folder !== ROOT) rmSync(folder, { recursive: true, force: true });
    }
  }
}

interface Version {
  readonly folder: string;
  readonly commit: string | null;
  readonly lane: Lane;
}

/** Puts the sources of a revision into a folder of their own, with the current tools. */
function openVersion(revision: string): Version {
  const folder = mkdtempSync(path.join(tmpdir(), 'paths-'));
  try {
    const commit = checkOut(revision, folder);
    putTools(revision, folder);
    return { folder, commit, lane: new Lane(folder) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function refuse(revision: string): (error: unknown) => never {
  return (error) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The cases of '${revision}' cannot be built with the installed packages and tools: ${why}`);
  };
}

/** Lets the old sources run with the current tools, and with the current sentences if they have none of their own. */
function putTools(revision: string, folder: string): void {
  const flows = path.join(folder, FLOWS);
  const isOld =
    !existsSync(flows) || !readdirSync(flows).some((flow) => existsSync(path.join(flows, flow, `${flow}.model.ts`)));
  if (isOld)
    throw new Error(`'${revision}' is older than the folders of the flows (${FLOWS}), so its cases cannot be built.`);
  for (const tool of TOOLS) cpSync(path.join(ROOT, tool), path.join(folder, tool), { recursive: true });
  for (const flow of readdirSync(flows)) {
    const [own, current] = [folder, ROOT].map((root) => path.join(root, FLOWS, flow, `${flow}.labels.yaml`));
    if (own === undefined || current === undefined || !existsSync(current)) continue;
    if (!existsSync(own) || !/^seen:/m.test(readFileSync(own, 'utf8'))) cpSync(current, own);
  }
}

/** Returns the flows whose model, table, view or sentences depend on a file that changed between the commits. */
function findTouchedFlows(commit: string, end: string | null): Set<string> {
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  const changed =
    end === null
      ? [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')]
      : git('diff', '--name-only', commit, end);
  const dependents = findDependents(changed, sources('contract', 'src', 'server', 'tests'));
  const touched = new Set<string>();
  for (const file of dependents.keys()) {
    const [, flow] = new RegExp(`^${FLOWS}/([\\w-]+)/\\1\\.`).exec(file) ?? [];
    if (flow !== undefined) touched.add(flow);
    // The tables of the server's flows are mapped in their tests.
    if (/^(?:server\/machines|tests\/server)\/.*(?:order|parcel|attempt|circuit|claim|refund)/.test(file))
      for (const name of SERVER_MACHINES) touched.add(name);
  }
  return touched;
}

interface Sides {
  readonly old: Lane;
  readonly now: Lane;
  readonly withScreens: boolean;
}

async function compareFlow(flow: string, { old, now, withScreens }: Sides): Promise<CaseChange[]> {
  const [before, after] = await Promise.all([
    old.ask<'trace'>({ ask: 'trace', flow }),
    now.ask<'trace'>({ ask: 'trace', flow }),
  ]);
  const pairs = await pairWays(flow, { before, after, old, now });
  const [parts, currentParts] = await Promise.all([
    old.ask<'parts'>({ ask: 'parts', flow }),
    now.ask<'parts'>({ ask: 'parts', flow }),
  ]);
  const hasOneCause = countChangedParts(parts, currentParts) === 1;
  const differences = findDifferences(pairs, readLabels(flow), { hasOneCause });
  if (differences.length === 0) return findBrokenRules(before, after);
  const [were, are] = await Promise.all([
    old.ask<'cases'>({ ask: 'cases', flow }),
    now.ask<'cases'>({ ask: 'cases', flow }),
  ]);
  return Promise.all(
    differences.map(async (difference) => ({
      ...findCases(difference, were, are),
      ...(withScreens && { screens: await drawScreens(flow, difference, old, now) }),
    })),
  );
}

/** Something renamed is gone and new, which is one change. */
function countChangedParts(before: VersionAnswers['parts'], after: VersionAnswers['parts']): number {
  const gone = Object.keys(before).filter((name) => !(name in after)).length;
  const fresh = Object.keys(after).filter((name) => !(name in before)).length;
  const other = Object.keys(after).filter((name) => name in before && before[name] !== after[name]).length;
  return Math.max(gone, fresh) + other;
}

/** Rules that a version cannot show, although nothing else differs. */
function findBrokenRules(before: FlowTrace, after: FlowTrace): CaseChange[] {
  const shown = new Set(after.ways.flatMap(({ way }) => ('row' in way ? [way.row] : [])));
  return before.ways.flatMap(({ way, ref }) =>
    'row' in way && after.rules.includes(way.row) && !shown.has(way.row)
      ? [{ sentence: `The rule of ${ref} no longer holds: ${way.row}.`, also: [], again: [], fresh: [], gone: [] }]
      : [],
  );
}

/** Returns the page in both versions where the difference shows first; nothing when both look the same. */
async function drawScreens(
  flow: string,
  { ways, step }: FlowDifference,
  old: Lane,
  now: Lane,
): Promise<CaseChange['screens']> {
  const [way] = ways;
  if (way === undefined) return undefined;
  const [before, after] = await Promise.all(
    [old, now].map((lane) => lane.ask<'screen'>({ ask: 'screen', flow, way, step })),
  );
  return before?.html === after?.html ? undefined : { before: before ?? null, after: after ?? null };
}

interface Versions {
  readonly before: FlowTrace;
  readonly after: FlowTrace;
  readonly old: Lane;
  readonly now: Lane;
}

/** Pairs equal rows and paths; a path that only one version has chosen is walked in the other one too. */
async function pairWays(flow: string, { before, after, old, now }: Versions): Promise<WayPair[]> {
  const toKey = ({ way }: { readonly way: Way }) => JSON.stringify(way);
  const [were, are] = [before, after].map(({ ways }) => new Map(ways.map((one) => [toKey(one), one] as const)));
  const missing = (all: FlowTrace, others: typeof were) =>
    all.ways.flatMap((one) => ('along' in one.way && others?.has(toKey(one)) !== true ? [one.way.along] : []));
  const [inOld, inNow] = await Promise.all([
    old.ask<'paths'>({ ask: 'paths', flow, paths: missing(after, were) }),
    now.ask<'paths'>({ ask: 'paths', flow, paths: missing(before, are) }),
  ]);
  for (const one of inOld) were?.set(toKey(one), one);
  for (const one of inNow) are?.set(toKey(one), one);
  const pairs = [...new Set([...(are?.keys() ?? []), ...(were?.keys() ?? [])])].map((key) => ({
    before: were?.get(key) ?? null,
    after: are?.get(key) ?? null,
  }));
  // A rule that the other version has too, but cannot show, is a consequence of another change.
  return pairs.filter(({ before: was, after: is }) => {
    const way = (was ?? is)?.way;
    if (way === undefined || 'along' in way || (was !== null && is !== null)) return true;
    return !(was === null ? before : after).rules.includes(way.row);
  });
}

function findCases(
  { sentence, also, ways }: FlowDifference,
  were: readonly VersionCase[],
  are: readonly VersionCase[],
): CaseChange {
  const keys = new Set(ways.map((way) => JSON.stringify(way)));
  const isTouched = ({ way }: VersionCase) => keys.has(JSON.stringify(way));
  const [oldIds, nowIds] = [were, are].map((cases) => new Set(cases.map(({ id }) => id)));
  const touched = are.filter(isTouched);
  return {
    sentence,
    also,
    again: touched.filter(({ id }) => oldIds?.has(id) === true),
    fresh: touched.filter(({ id }) => oldIds?.has(id) !== true),
    gone: were.filter(isTouched).filter(({ id }) => nowIds?.has(id) !== true),
  };
}

/** One version's process. It answers one request after the other. */
class Lane {
  readonly #child: ChildProcess;
  #said = '';
  #queue: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#child = fork(path.join(folder, 'tools/paths/version-lane.ts'), [], {
      cwd: folder,
      execArgv: ['--import', 'tsx'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.on('data', (part: Buffer) => (this.#said += part.toString()));
  }

  ask<Ask extends VersionRequest['ask']>(request: Extract<VersionRequest, { ask: Ask }>): Promise<VersionAnswers[Ask]> {
    const answered = this.#queue.then(
      () =>
        new Promise<VersionAnswers[Ask]>((resolve, reject) => {
          const stop = () => reject(new Error(/^\w*Error.*: (.*)$/m.exec(this.#said)?.[1] ?? 'the process has ended'));
          this.#child.once('exit', stop);
          this.#child.once('message', (message: { result?: VersionAnswers[Ask]; problem?: string }) => {
            this.#child.off('exit', stop);
            if (message.result !== undefined) resolve(message.result);
            else reject(new Error(message.problem ?? 'no answer'));
          });
          this.#child.send(request);
        }),
    );
    this.#queue = answered.catch(() => undefined);
    return answered;
  }

  end(): void {
    this.#child.kill();
  }
}
