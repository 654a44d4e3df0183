import type { AnyMachineSnapshot } from 'xstate';
import type { ChosenPath } from 'model-testing/model/choose';
import { toPlainGraph } from 'model-testing/model/choose';
import type { Arc, Graph } from 'model-testing/model/explore';
import { createNumberReader, getGuardChecks } from 'model-testing/model/guard-checks';
import { getHappenings } from 'model-testing/model/happening';
import type { Happening } from 'model-testing/model/happening';
import { findShortestPaths, toPath } from 'model-testing/model/paths';
import { actsFor } from 'model-testing/view/acts-for';
import { isTriggered } from 'model-testing/view/triggered';
import type { PathsAndRows, Subject } from './subject.ts';

/**
 * An answer of a guard that a case shows (TST-Q5): it refuses an event, or answers at its boundary. A guard that is
 * removed or shifted by one changes at least one of these answers. That it says yes is what the transitions show.
 */
type Answer = string;

function getAnswers(event: Happening['step']['event'], before: AnyMachineSnapshot | null): Answer[] {
  if (before?.status !== 'active') return [];
  return getGuardChecks(before, event).flatMap(({ guard, isTrue, isAtBoundary }) => {
    const answer = `${event.type} ${guard} ${isTrue ? 'yes' : 'no'}`;
    return [...(isTrue ? [] : [answer]), ...(isAtBoundary ? [`${answer} at its boundary`] : [])];
  });
}

/** Returns paths and rows that show answers of guards which the chosen paths do not show. */
export async function selectGuardCases(
  subject: Subject,
  graph: Graph,
  chosen: readonly ChosenPath[],
): Promise<PathsAndRows> {
  const seen = new Set<Answer>();
  /** Adds the answers and returns whether any of them is new. */
  const isNew = (answers: readonly Answer[]) => {
    const fresh = answers.filter((answer) => !seen.has(answer));
    for (const answer of fresh) seen.add(answer);
    return fresh.length > 0;
  };
  for (const { steps } of chosen)
    for (const { step, before } of getHappenings(graph, steps)) isNew(getAnswers(step.event, before));
  const paths = findReachableArcs(subject, graph).flatMap(({ way, arc }) => {
    const before = graph.nodes.get(arc.from)?.state.snapshot ?? null;
    if (!isNew(getAnswers(arc.step.event, before))) return [];
    return [{ ...toPath([...way, arc]), from: way.length }];
  });
  const rows = (await subject.rows()).filter(
    ({ happenings, from, flow }) =>
      flow === subject.flow &&
      (happenings ?? [])
        .slice(from)
        .filter(({ inside, act }) => inside.length === 0 && act === undefined)
        .map(({ step, before }) =>
          isNew(getAnswers(step.event, before).filter((answer) => answer.endsWith('boundary'))),
        )
        .includes(true),
  );
  return { paths, rows };
}

/** Returns arcs that a person can try, nearest first, each with the shortest path to it. */
function findReachableArcs(subject: Subject, graph: Graph): { readonly way: readonly Arc[]; readonly arc: Arc }[] {
  const plain = toPlainGraph(graph, (arc) => isTriggered(subject.model, graph, arc));
  const getNumbers = createNumberReader(graph.model.machine);
  const tried = new Set<string>();
  return [...findShortestPaths(plain)]
    .sort(([, one], [, other]) => one.length - other.length)
    .flatMap(([key, way]) =>
      graph
        .arcsFrom(key)
        .filter((arc) => isPossible(subject, graph, arc))
        .map((arc) => ({ way, arc })),
    )
    .filter(({ arc }) => {
      // The same event in the same states with the same numbers and effect has the same answers.
      const node = graph.nodes.get(arc.from);
      const snapshot = node?.state.snapshot ?? null;
      const numbers = snapshot === null ? '' : getNumbers(snapshot);
      const kind = `${node?.value} ${arc.step.label} ${arc.taken.join()} ${numbers}`;
      const isFirst = !tried.has(kind);
      tried.add(kind);
      return isFirst;
    });
}

/** A control that is there may be disabled, which is how a guard says no. */
function isPossible(subject: Subject, graph: Graph, arc: Arc): boolean {
  if (isTriggered(subject.model, graph, arc)) return true;
  const before = graph.nodes.get(arc.from)?.state.snapshot ?? null;
  return (
    arc.step.kind === 'user' && before !== null && (actsFor(subject.model, arc.step.event, before) ?? []).length > 0
  );
}
