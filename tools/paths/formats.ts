import { groupByFlow } from 'flow-atlas/cases/case';
import type { Case } from 'flow-atlas/cases/case';
import { EXTENSIONS, FORMATS } from 'flow-atlas/cases/formats';
import { selectCases } from 'flow-atlas/cases/select';
import type { SpecInput } from 'flow-atlas/browser/export';
import { selectMachines } from './machine-selection.ts';
import { createSubjectFinder, getSubject } from './machines.ts';
import type { Options } from './options.ts';
import { assertOwnFolder, writeOwnFiles } from './own-folder.ts';

/** Modules of the browser load slowly, so only the formats that need one import them. */

/** Returns the selected cases in one text. */
export async function formatCases(options: Options): Promise<string> {
  const { format } = options;
  if (format === 'playwright' || format === 'playwright-bdd') {
    const { formatSpec } = await import('flow-atlas/browser/export');
    return formatSpec(await exportScripts(options));
  }
  return FORMATS[format](await selectAll(options));
}

/** Writes the selected cases into a folder, one file for each flow. Returns what it wrote, in words. */
export async function writeCases(options: Options, folder: string): Promise<string> {
  // Cases of all flows take minutes, which would be lost if the folder is refused afterwards.
  assertOwnFolder(folder);
  const { files, count, notes } = await formatFiles(options);
  writeOwnFiles(folder, files);
  const bytes = [...files.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return [
    `${folder}: ${countOf(files.size, 'file')} with ${countOf(count, 'case')} (${formatBytes(bytes)}).`,
    ...notes,
    '',
  ].join('\n');
}

interface Output {
  readonly files: ReadonlyMap<string, string>;
  /** Number of cases in the files. */
  readonly count: number;
  readonly notes: readonly string[];
}

async function formatFiles(options: Options): Promise<Output> {
  const { format } = options;
  if (format === 'playwright' || format === 'playwright-bdd')
    return formatScripts(await exportScripts(options), format);
  const cases = await selectAll(options);
  const files = new Map(
    [...groupByFlow(cases)].map(([flow, own]) => [`${flow}.${EXTENSIONS[format]}`, FORMATS[format](own)]),
  );
  return { files, count: cases.length, notes: [] };
}

async function formatScripts(exported: SpecInput, format: 'playwright' | 'playwright-bdd'): Promise<Output> {
  const { formatSpec, splitByFlow } = await import('flow-atlas/browser/export');
  const { formatBdd } = await import('flow-atlas/browser/bdd');
  const flows = splitByFlow(exported);
  const files =
    format === 'playwright-bdd'
      ? formatBdd(exported)
      : new Map([...flows].map(([flow, own]) => [`${flow}.spec.ts`, formatSpec(own)]));
  return { files, count: exported.scripts.length, notes: listLeftOut(exported, new Set(flows.keys())) };
}

/** Names the cases that no browser can walk: a flow without any case there is not among the files. */
function listLeftOut(exported: SpecInput, flows: ReadonlySet<string>): string[] {
  const without = exported.leftOut.filter(({ flow }) => !flows.has(flow));
  const noted = exported.leftOut.length - without.length;
  const reasons = new Map(without.map(({ flow, why }) => [flow, why]));
  return [
    ...(noted === 0
      ? []
      : [`Left out ${countOf(noted, 'case')} that no browser can walk; the files name the reasons.`]),
    ...[...reasons].map(([flow, why]) => `Left out ${flow}: ${why}.`),
  ];
}

function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

async function exportScripts(options: Options): Promise<SpecInput> {
  const { exportCases } = await import('./in-browser.ts');
  return exportCases(options);
}

async function selectAll(options: Options): Promise<Case[]> {
  const cases: Case[] = [];
  for (const { machine, asked } of await selectMachines(options)) {
    const subject = await getSubject(machine);
    cases.push(...(await selectCases(subject, await createSubjectFinder(subject), asked)));
  }
  if (cases.length === 0) throw new Error(explainNone(options));
  return cases;
}

function explainNone({ machine, for: id, maxSteps }: Options): string {
  const where = machine === null ? 'No machine has a path' : `${machine} has no path`;
  const what = id === undefined ? '' : ` for ${id}`;
  return `${where}${what}${maxSteps === undefined ? '' : ` of at most ${maxSteps} steps`}.`;
}
