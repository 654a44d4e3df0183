import { createElement } from 'react';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { AnyMachineSnapshot } from 'xstate';
import { isMade } from '../view/made.ts';
import { plainOf } from '../model/choose.ts';
import type { Graph } from '../model/explore.ts';
import { predict, shortestWays, stepsNamed } from '../model/paths.ts';
import { valueOf } from '../model/structure.ts';
import type { Step } from '../model/timed.ts';
import type { View } from '../view/screen.ts';
import { isSeen, piecesOf } from './seen.ts';

/** Which texts a flow's pages really show, and the shortest path to each. */

export interface ShownText {
  readonly text: string;
  /** The state of the machine at the end of the path. */
  readonly state: string;
  /** The steps of the path, by their labels. */
  readonly path: readonly string[];
  /** The row that walks the path, where no path of the model does. */
  readonly row?: string;
}

/** So many snapshots are looked at; what is further away is left to the rows of the tables. */
const NEAREST = 400;

/** The shortest path to each text, by what a user can do with controls where that is enough. */
export function shownTexts(graph: Graph, view: View, texts: readonly string[]): ShownText[] {
  const found = new Map<string, ShownText>();
  const plain = plainOf(graph, (arc) => isMade(graph.model, graph, arc));
  const looked = new Set<string>();
  for (const each of [plain, graph]) {
    for (const [key, way] of [...shortestWays(each)].slice(0, NEAREST)) {
      if (found.size === texts.length) break;
      if (looked.has(key) || way.length === 0) continue;
      looked.add(key);
      const steps = way.map(({ step }) => step);
      const snapshot = endOf(graph, steps);
      if (snapshot === null) continue;
      const pieces = piecesShown(view, snapshot);
      for (const text of texts) {
        if (found.has(text) || !isSeen(text, pieces)) continue;
        found.set(text, { text, state: valueOf(snapshot), path: steps.map(({ label }) => label) });
      }
    }
  }
  return texts.flatMap((text) => found.get(text) ?? []);
}

/** A node of the graph is only one of its class: the page at the end of the very path counts. */
function endOf(graph: Graph, steps: readonly Step[]): AnyMachineSnapshot | null {
  try {
    return predict(graph, steps).at(-1)?.snapshot ?? null;
  } catch {
    // The graph merges timers that differ: this path is none.
    return null;
  }
}

/** What is wrong with a text that is said to be shown at the end of a path; empty where it is. */
export function notShown(graph: Graph, view: View, { text, state, path }: ShownText): string[] {
  const steps = stepsNamed(graph, path);
  if (steps === null) return [`'${text}': there is no path ${path.join(' → ')}`];
  const snapshot = endOf(graph, steps);
  if (snapshot === null || valueOf(snapshot) !== state) return [`'${text}': the path does not end in ${state}`];
  return isSeen(text, piecesShown(view, snapshot)) ? [] : [`'${text}' is not shown in ${state}`];
}

export function piecesShown(view: View, snapshot: AnyMachineSnapshot): ReadonlySet<string> {
  const page: ReactElement = view(snapshot, () => undefined);
  return piecesOf(renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, page)));
}
