import type { AtlasApi } from '../../atlas/client/api.ts';
import type { Shown } from '../player.ts';
import type { LiveStep } from '../record.ts';
import { standAt } from '../run.ts';
import { activeIn } from '../words.ts';

/** Lights up what runs: the states on the page of a flow, the flows on the map. */
export interface Lights {
  show(shown: Shown): void;
  /** Of several runs of the flow's machine the one that is lit, at a position of the run. */
  actor(shown: Shown): string | null;
  choose(actor: string): void;
}

export function createLights(): Lights {
  let chosen: string | null = null;
  let seen: string | null = null;
  const { atlas } = window;
  const lit = (shown: Shown) => (atlas === undefined ? null : litStep(atlas.chart.machine, shown, chosen));
  return {
    show(shown) {
      if (atlas === undefined) return lightMap(shown);
      const innermost = lightChart(atlas, lit(shown));
      // Once: whoever moves the chart away from a state is not brought back at each tick of it.
      if (innermost !== null && innermost !== seen && !isStill(shown)) atlas.reveal(innermost);
      seen = innermost;
    },
    actor: (shown) => lit(shown)?.actor ?? null,
    choose: (actor) => {
      chosen = actor;
    },
  };
}

/** The chosen run of a machine where it is there, else the one that was last heard of; rather one that goes on. */
function litStep(machine: string, { run, position }: Shown, chosen: string | null): LiveStep | null {
  const own = [...standAt(run, position).values()].filter((step) => step.machine === machine).reverse();
  return own.find(({ actor }) => actor === chosen) ?? own.find(({ status }) => status === 'active') ?? own[0] ?? null;
}

/** Answers the innermost state that is lit, the last of them where there are several. */
function lightChart(atlas: AtlasApi, step: LiveStep | null): string | null {
  // The chart belongs to the simulation as long as there is one.
  if (document.querySelector('.desk.simulating') !== null) return null;
  if (step === null) {
    atlas.light(null);
    return null;
  }
  const states = activeIn(atlas.chart.root, step.value);
  atlas.light({ states, transitions: step.transitions });
  return states.at(-1) ?? null;
}

/** Whether the chart stays where it is: in a replay, for whoever wants less motion. */
function isStill({ isPlaying }: Shown): boolean {
  return isPlaying && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function lightMap({ run, position }: Shown): void {
  for (const lit of document.querySelectorAll('.flow.lit, .card.lit, .flow.just, .card.just'))
    lit.classList.remove('lit', 'just');
  for (const { machine, status } of standAt(run, position).values()) if (status === 'active') markFlow(machine, 'lit');
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
