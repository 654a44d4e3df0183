import { createElement } from 'react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { AnyMachineSnapshot } from 'xstate';
import { isTriggered } from '../view/triggered.ts';
import { toPlainGraph } from '../model/choose.ts';
import type { Graph } from '../model/explore.ts';
import { predictSnapshots, findShortestPaths, findSteps } from '../model/paths.ts';
import { getActiveValue } from '../model/structure.ts';
import type { Step } from '../model/timed.ts';
import type { View } from '../view/screen.ts';
import { isTextShown, getTextPieces } from './text-pieces.ts';

/** A text that a flow's page shows, with the shortest path to it. */

export interface ShownText {
  readonly text: string;
  /** State of the machine at the end of the path. */
  readonly state: string;
  /** Labels of the path's steps. */
  readonly path: readonly string[];
  /** The row that walks the path, if no path of the model does. */
  readonly row?: string;
}

/** The most snapshots to search; rows of the tables cover those further away. */
const NEAREST = 400;

/** Finds the shortest path to each text, through controls if possible. */
export function findShownTexts(graph: Graph, view: View, texts: readonly string[]): ShownText[] {
  const found = new Map<string, ShownText>();
  const plain = toPlainGraph(graph, (arc) => isTriggered(graph.model, graph, arc));
  const looked = new Set<string>();
  for (const each of [plain, graph]) {
    for (const [key, way] of [...findShortestPaths(each)].slice(0, NEAREST)) {
      if (found.size === texts.length) break;
      if (looked.has(key) || way.length === 0) continue;
      looked.add(key);
      const steps = way.map(({ step }) => step);
      const snapshot = getEndSnapshot(graph, steps);
      if (snapshot === null) continue;
      const pieces = piecesShown(view, snapshot);
      for (const text of texts) {
        if (found.has(text) || !isTextShown(text, pieces)) continue;
        found.set(text, { text, state: getActiveValue(snapshot), path: steps.map(({ label }) => label) });
      }
    }
  }
  return texts.flatMap((text) => found.get(text) ?? []);
}

/** A node of the graph only represents its class, so the page at the end of the path itself counts. */
function getEndSnapshot(graph: Graph, steps: readonly Step[]): AnyMachineSnapshot | null {
  try {
    return predictSnapshots(graph, steps).at(-1)?.snapshot ?? null;
  } catch {
    // The graph merges timers that differ, so this path does not exist.
    return null;
  }
}

/** Returns why a text is not visible at the end of its path; empty when it is. */
export function findMissingText(graph: Graph, view: View, { text, state, path }: ShownText): string[] {
  const steps = findSteps(graph, path);
  if (steps === null) return [`'${text}': there is no path ${path.join(' → ')}`];
  const snapshot = getEndSnapshot(graph, steps);
  if (snapshot === null || getActiveValue(snapshot) !== state) return [`'${text}': the path does not end in ${state}`];
  return isTextShown(text, piecesShown(view, snapshot)) ? [] : [`'${text}' is not shown in ${state}`];
}

export function piecesShown(view: View, snapshot: AnyMachineSnapshot): ReadonlySet<string> {
  const page: ReactElement = view(snapshot, () => undefined);
  return getTextPieces(renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, page)));
}
