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
  const { atlas } = window;
  const lit = (shown: Shown) => (atlas === undefined ? null : litStep(atlas.chart.machine, shown, chosen));
  return {
    show: (shown) => (atlas === undefined ? lightMap(shown) : lightChart(atlas, shown, lit(shown))),
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

function lightChart(atlas: AtlasApi, { isPlaying }: Shown, step: LiveStep | null): void {
  // The chart belongs to the simulation as long as there is one.
  if (document.querySelector('.desk.simulating') !== null) return;
  if (step === null) return atlas.light(null);
  const states = activeIn(atlas.chart.root, step.value);
  atlas.light({ states, transitions: step.transitions });
  const innermost = states.at(-1);
  const isStill = isPlaying && matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (innermost !== undefined && !isStill) atlas.reveal(innermost);
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
