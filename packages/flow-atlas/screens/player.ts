import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { MemoryRouter } from 'react-router-dom';
import { drawn } from './scene.ts';
import type { Scene } from './scene.ts';
import { Simulation } from './simulation.ts';
import type { Standing } from './simulation.ts';

/** What a page asks of the frame in which a flow is played. */
export interface Player {
  readonly inputs: readonly string[];
  start(input?: string): void;
  choose(index: number): void;
  back(): void;
}

/** Opens a flow in this document and tells where it stands each time that something has happened. */
export type OpenPlayer = (flow: string, tell: (standing: Standing) => void) => Player;

declare global {
  interface Window {
    openPlayer?: OpenPlayer;
  }
}

/** In a frame's own document, so that its size is that of the screen. */
export function play(scenes: Readonly<Record<string, Scene>>): void {
  window.openPlayer = (flow, tell) => {
    const scene = scenes[flow];
    if (scene === undefined) throw new Error(`there is no flow called ${flow}`);
    const simulation = new Simulation(scene.model);
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    const show = () => {
      const view = drawn(scene, simulation.snapshot, (event) => {
        simulation.hear(event);
        // The view that sent it is still at work.
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

/** A link leads out of what is played. */
function keepHere(event: Event): void {
  if (event.target instanceof Element && event.target.closest('a[href]') !== null) event.preventDefault();
}
