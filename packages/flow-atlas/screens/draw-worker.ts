import { parentPort } from 'node:worker_threads';
import { findKinds } from './kinds.ts';
import type { Scene } from './scene.ts';

/** Runs in a worker: answers the name of a flow with its kinds of screens. */
export function drawOnRequest(scenes: Readonly<Record<string, Scene>>): void {
  parentPort?.on('message', (flow: string) => {
    const scene = scenes[flow];
    parentPort?.postMessage({ flow, kinds: scene === undefined ? [] : findKinds(scene) }, []);
  });
  parentPort?.postMessage({ flows: Object.keys(scenes) }, []);
}
