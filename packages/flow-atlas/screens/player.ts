import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { MemoryRouter } from 'react-router-dom';
import type { Chart } from '../atlas/chart.ts';
import { renderScene } from './scene.ts';
import type { Scene } from './scene.ts';
import { Simulation } from './simulation.ts';
import type { SimulationState } from './simulation.ts';

/** API of the frame that plays a flow. */
export interface Player {
  readonly inputs: readonly string[];
  start(input?: string): void;
  choose(index: number): void;
  back(): void;
}

/** Opens a flow in this document and reports its state after each event. */
export type OpenPlayer = (chart: Pick<Chart, 'flow' | 'labels'>, tell: (standing: SimulationState) => void) => Player;

declare global {
  interface Window {
    openPlayer?: OpenPlayer;
  }
}

/** Runs in the frame's own document, so that its viewport is the screen's size. */
export function play(scenes: Readonly<Record<string, Scene>>): void {
  window.openPlayer = ({ flow, labels }, tell) => {
    const scene = scenes[flow];
    if (scene === undefined) throw new Error(`unknown flow ${flow}`);
    const simulation = new Simulation(scene.model, labels);
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const show = () => {
      const view = renderScene(scene, simulation.snapshot, (event) => {
        simulation.hear(event);
        // The view that sent the event is still rendering.
        queueMicrotask(show);
      });
      flushSync(() => root.render(createElement(MemoryRouter, null, view)));
      tell(simulation.standing);
    };
    document.addEventListener('click', keepHere);
    return {
      inputs: simulation.inputs,
      start: (input) => {
        simulation.start(input);
        show();
      },
      choose: (index) => {
        simulation.choose(index);
        show();
      },
      back: () => {
        simulation.back();
        show();
      },
    };
  };
}

/** Blocks links that lead out of the simulation. */
function keepHere(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a[href]') !== null) event.preventDefault();
}
