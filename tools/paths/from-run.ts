import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DescribedCase } from 'flow-atlas/cases/describe-case';
import { findNearestCase } from 'flow-atlas/cases/nearest-case';
import { selectWalks } from 'flow-atlas/cases/select';
import type { Subject } from 'flow-atlas/cases/subject';
import { describeDifferences } from 'flow-atlas/live/check-run';
import { createLiveFlow } from 'flow-atlas/live/flow-words';
import { LARGEST_FILE, parseRun, TOO_LARGE } from 'flow-atlas/live/messages';
import type { LiveStep } from 'flow-atlas/live/record';
import type { Run } from 'flow-atlas/live/run';
import { toPath } from 'flow-atlas/live/to-path';
import { describeTrigger } from 'flow-atlas/live/words';
import type { OpenGraph } from 'model-testing/model/explore';
import type { Step } from 'model-testing/model/timed';
import { version } from '../../package.json';
import { allCharts } from '../flows/charts.ts';
import { createSubjectFinder, getSubject } from './machines.ts';
import type { MachineSelection } from './machine-selection.ts';

/** Tests of what a person did: the paths of the models that follow the machines of saved runs (TST-Q9). */

/** Paths of recorded runs, and what a reader must know about them. */
export interface RunSelections {
  readonly selections: readonly MachineSelection[];
  readonly remarks: readonly string[];
}

/** Returns a path for each recorded run of a flow in which the shopper did something, or of one machine. */
export async function selectFromRuns(file: string, machine: string | null): Promise<RunSelections> {
  const charts = await allCharts();
  const flows = Object.fromEntries(charts.map((chart) => [chart.machine, createLiveFlow(chart)]));
  const selections: MachineSelection[] = [];
  const remarks: string[] = [];
  // The same way twice is one test.
  const known = new Set<string>();
  for (const one of listFiles(file)) {
    const run = readRun(one);
    remarks.push(
      ...describeDifferences(run, { version, flows }).map((sentence) => `${path.basename(one)}: ${sentence}`),
    );
    const actors = groupByActor(run);
    for (const steps of actors) {
      const flow = flows[steps[0]?.machine ?? '']?.flow;
      if (flow === undefined || (machine !== null && flow !== machine)) continue;
      const subject = await getSubject(flow);
      if (machine === null && !steps.some((step) => isAct(subject, step))) continue;
      const found = await selectPath(subject, steps, {
        children: actors.filter((other) => isDuring(other, steps)),
        describe: (step) => describeTrigger(step, flows[step.machine]),
      });
      if (found === null || known.has(found.id)) continue;
      known.add(found.id);
      selections.push(found.selection);
      remarks.push(...found.remarks.map((sentence) => `${found.id}: ${sentence}`));
    }
  }
  if (selections.length === 0) throw new Error(describeNothing(file, machine, remarks));
  return { selections, remarks };
}

function describeNothing(file: string, machine: string | null, remarks: readonly string[]): string {
  const what = machine === null ? 'the shopper did nothing in a flow of this shop' : `the flow ${machine} did not run`;
  return [...remarks, `There is no test to make of ${file}: ${what}.`].join('\n');
}

/** Returns the file, or all saved runs of a folder. */
function listFiles(file: string): string[] {
  if (!existsSync(file)) throw new Error(`There is no file ${file}. Save on a page of the atlas writes one.`);
  if (!statSync(file).isDirectory()) return [file];
  const names = readdirSync(file).filter((name) => name.endsWith('.json'));
  if (names.length === 0) throw new Error(`The folder ${file} has no saved runs (.json).`);
  return names.sort().map((name) => path.join(file, name));
}

function readRun(file: string): Run {
  const read = statSync(file).size > LARGEST_FILE ? { problem: TOO_LARGE } : parseRun(readFileSync(file, 'utf8'));
  if ('problem' in read) throw new Error(`${file}: ${read.problem}`);
  return read;
}

/** Returns the steps of each machine that ran, in the order of their starts. */
function groupByActor({ before, records }: Run): LiveStep[][] {
  const groups = new Map<string, LiveStep[]>();
  for (const one of [...before, ...records])
    if (one.kind === 'step') groups.set(one.actor, [...(groups.get(one.actor) ?? []), one]);
  return [...groups.values()];
}

function isAct({ model }: Subject, { event, transitions }: LiveStep): boolean {
  const how = model.acts?.[event];
  return transitions.length > 0 && how !== undefined && !('sentIn' in how);
}

/** The path of one recorded machine. */
interface RecordedPath {
  readonly id: string;
  readonly selection: MachineSelection;
  readonly remarks: readonly string[];
}

interface PathContext {
  /** Steps of machines that started and ran meanwhile. */
  readonly children: readonly (readonly LiveStep[])[];
  readonly describe: (step: LiveStep) => string;
}

function toSteps(graph: OpenGraph, recorded: readonly LiveStep[]): (readonly Step[])[] {
  const path = toPath(graph, recorded);
  return path === null ? [] : [path.steps];
}

function isDuring([first]: readonly LiveStep[], outer: readonly LiveStep[]): boolean {
  const [start, end] = [outer[0], outer.at(-1)];
  if (first === undefined || start === undefined || end === undefined || first.actor === start.actor) return false;
  return first.page === start.page && first.at >= start.at && first.at <= end.at;
}

async function selectPath(
  subject: Subject,
  steps: readonly LiveStep[],
  { children, describe }: PathContext,
): Promise<RecordedPath | null> {
  const followed = toPath(subject.graph(), steps);
  if (followed === null) return null;
  const findTaken = (machine: string, graph: OpenGraph) =>
    children.filter(([first]) => first?.machine === machine).flatMap((child) => toSteps(graph, child));
  const selection = { machine: subject.flow, asked: { walk: { steps: followed.steps, findTaken } } };
  const findSubject = await createSubjectFinder(subject);
  const [walked] = await selectWalks(subject, findSubject, selection.asked);
  if (walked === undefined) return null;
  const missed = [...new Set(followed.missed.map(describe))];
  return {
    id: walked.case.id,
    selection,
    remarks: [
      describeNearest(walked, await selectWalks(subject, findSubject, {})),
      ...(followed.isBeginningMissing ? ['Its record has no beginning, so the shortest way leads to it.'] : []),
      ...(missed.length === 0 ? [] : [`The model has no such step: ${missed.join(', ')}.`]),
    ],
  };
}

function describeNearest(walked: DescribedCase, generated: readonly DescribedCase[]): string {
  const nearest = findNearestCase(walked, generated);
  if (nearest === null) return 'No generated case has a step in common with it.';
  const { id, title } = nearest.case;
  if (id === walked.case.id) return 'It is a generated case.';
  return `The nearest generated case is ${id} (${title}), with ${nearest.shared} of its steps in the same order.`;
}
