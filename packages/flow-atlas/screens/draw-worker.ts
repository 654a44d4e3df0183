import { parentPort } from 'node:worker_threads';
import { explore } from 'model-testing/model/explore';
import type { Walk } from '../strips/strip.ts';
import { drawWalk, findKinds } from './kinds.ts';
import type { Kind } from './kinds.ts';
import type { Scene } from './scene.ts';

/** A flow, and what to draw of it besides its kinds of screens. */
export interface DrawRequest {
  readonly flow: string;
  /** Changes with the sources of the flow's screens. */
  readonly version: string;
  readonly walks: readonly Walk[];
}

/** The screens of a flow. */
export interface DrawnFlow {
  readonly flow: string;
  readonly kinds: readonly Kind[];
  /** HTML of the screens along each walk. */
  readonly walks: readonly (readonly string[])[];
}

/** Runs in a worker: answers the name of a flow with its screens. */
export function drawOnRequest(scenes: Readonly<Record<string, Scene>>): void {
  parentPort?.on('message', ({ flow, walks }: DrawRequest) => {
    parentPort?.postMessage(draw(flow, scenes[flow], walks), []);
  });
}

function draw(flow: string, scene: Scene | undefined, walks: readonly Walk[]): DrawnFlow {
  if (scene === undefined) return { flow, kinds: [], walks: [] };
  const graph = explore(scene.model);
  return { flow, kinds: findKinds(scene, graph), walks: walks.map((walk) => drawWalk(scene, graph, walk)) };
}
