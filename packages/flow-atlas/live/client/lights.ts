import type { AtlasApi } from '../../atlas/client/api.ts';
import type { PlayerState } from '../player.ts';
import type { LiveStep } from '../record.ts';
import { getStatesAt } from '../run.ts';
import { getActiveStates } from '../words.ts';

/** Highlights running machines: the states on the page of a flow, the flows on the map. */
export interface Lights {
  show(shown: PlayerState): void;
  /** Returns which run of the flow's machine is highlighted at a position of the run. */
  actor(shown: PlayerState): string | null;
  choose(actor: string): void;
}

export function createLights(): Lights {
  let chosen: string | null = null;
  let seen: string | null = null;
  const { atlas } = window;
  const lit = (shown: PlayerState) => (atlas === undefined ? null : findLitStep(atlas.chart.machine, shown, chosen));
  return {
    show(shown) {
      if (atlas === undefined) return lightMap(shown);
      const innermost = lightChart(atlas, lit(shown));
      // Only once: a user who moves the chart away from a state is not brought back at each of its ticks.
      if (innermost !== null && innermost !== seen && !hasReducedMotion(shown)) atlas.reveal(innermost);
      seen = innermost;
    },
    actor: (shown) => lit(shown)?.actor ?? null,
    choose: (actor) => {
      chosen = actor;
    },
  };
}

/** Returns the selected run of a machine if it exists, else the most recent one, preferably an active one. */
function findLitStep(machine: string, { run, position }: PlayerState, chosen: string | null): LiveStep | null {
  const own = [...getStatesAt(run, position).values()].filter((step) => step.machine === machine).reverse();
  return own.find(({ actor }) => actor === chosen) ?? own.find(({ status }) => status === 'active') ?? own[0] ?? null;
}

/** Returns the innermost highlighted state, the last one if there are several. */
function lightChart(atlas: AtlasApi, step: LiveStep | null): string | null {
  // During a simulation, the chart belongs to the simulation.
  if (document.querySelector('.workspace.simulating') !== null) return null;
  if (step === null) {
    atlas.light(null);
    return null;
  }
  const states = getActiveStates(atlas.chart.root, step.value);
  atlas.light({ states, transitions: step.transitions });
  return states.at(-1) ?? null;
}

/** Whether the chart does not scroll: in a replay, with reduced motion. */
function hasReducedMotion({ isPlaying }: PlayerState): boolean {
  return isPlaying && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function lightMap({ run, position }: PlayerState): void {
  for (const lit of document.querySelectorAll('.flow.lit, .card.lit, .flow.just, .card.just'))
    lit.classList.remove('lit', 'just');
  for (const { machine, status } of getStatesAt(run, position).values())
    if (status === 'active') markFlow(machine, 'lit');
  const last = run.records[position - 1];
  if (last?.kind === 'step') markFlow(last.machine, 'just');
}

function markFlow(machine: string, mark: string): void {
  const flow = window.atlasMachines?.[machine]?.flow;
  if (flow === undefined) return;
  for (const link of document.querySelectorAll(`main a[href="${CSS.escape(flow)}.html"]`)) {
    link.querySelector('.flow')?.classList.add(mark);
    if (link.classList.contains('title')) link.closest('.card')?.classList.add(mark);
  }
}
