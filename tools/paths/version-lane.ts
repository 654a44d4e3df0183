import { existsSync, readdirSync } from 'node:fs';
import { setFileScope } from '@vanilla-extract/css/fileScope';
import path from 'node:path';
import { selectWalks } from 'flow-atlas/cases/select';
import type { Way } from 'flow-atlas/cases/describe-case';
import type { Screen } from 'flow-atlas/changes/report';
import { drawStep, traceFlow, tracePath } from 'flow-atlas/changes/trace';
import type { FlowTrace, WayTrace } from 'flow-atlas/changes/trace';
import { readFlowParts } from '../flows/code.ts';
// Before the views.
import { getStyles } from './styles.ts';
import { createSubjectFinder, getSubject, machineNames } from './machines.ts';

/**
 * A separate process, so that the sources of two versions do not mix: it runs in the folder of its version and answers
 * what the machines there do.
 */

export type VersionRequest =
  | { readonly ask: 'flows' }
  | { readonly ask: 'trace'; readonly flow: string }
  | { readonly ask: 'paths'; readonly flow: string; readonly paths: readonly (readonly string[])[] }
  | { readonly ask: 'cases'; readonly flow: string }
  | { readonly ask: 'parts'; readonly flow: string }
  | { readonly ask: 'screen'; readonly flow: string; readonly way: Way; readonly step: number };

export interface VersionAnswers {
  readonly flows: readonly string[];
  readonly trace: FlowTrace;
  readonly paths: readonly WayTrace[];
  readonly cases: readonly VersionCase[];
  readonly parts: Readonly<Record<string, string>>;
  readonly screen: Screen | null;
}

/** A case of one version, with the way by which the other version finds it. */
export interface VersionCase {
  readonly id: string;
  readonly title: string;
  readonly way: Way;
}

async function answer(request: VersionRequest): Promise<VersionAnswers[VersionRequest['ask']]> {
  if (request.ask === 'flows') return machineNames();
  const subject = await getSubject(request.flow);
  if (request.ask === 'trace') return traceFlow(subject);
  if (request.ask === 'paths') return request.paths.map((along) => tracePath(subject, along));
  if (request.ask === 'parts') return readFlowParts(subject.model.machine, '.', findEntries(request.flow));
  if (request.ask === 'screen') {
    const html = await drawStep(subject, request.way, request.step);
    if (html === null) return null;
    setFileScope('global.css.ts', 'paths');
    await import('../../src/views/theme/global.css.ts');
    return { html, css: getStyles() };
  }
  const finder = await createSubjectFinder(subject);
  const found = new Map<string, VersionCase>();
  for (const cover of ['transitions', 'requirements'] as const)
    for (const { case: told, way } of await selectWalks(subject, finder, { cover }))
      found.set(told.id, { id: told.id, title: told.title, way });
  return [...found.values()];
}

/** Returns the files where a flow begins: its machine and its view. */
function findEntries(flow: string): string[] {
  const machines = ['src/machines', 'server/machines'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => path.basename(name) === `${flow}.machine.ts`)
      .map((name) => `${folder}/${name}`),
  );
  const view = `tests/flows/${flow}/${flow}.view.tsx`;
  return [...machines, ...(existsSync(view) ? [view] : [])];
}

process.on('message', (request: VersionRequest) => {
  answer(request).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ problem: error instanceof Error ? error.message : String(error) }),
  );
});
