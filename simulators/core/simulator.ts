import type { FastifyInstance } from 'fastify';
import type { FaultMode } from './faults.ts';

/** One simulated provider; a sibling folder exports a function that makes it. */
export interface Simulator {
  /** First part of its address and its name in `POST /control/faults`. */
  readonly name: string;
  /** How it answers 429; `{ message }` otherwise. */
  readonly tooMany?: object;
  /** Adds the provider's own wire below `/<name>`. */
  readonly mount: (app: FastifyInstance) => void;
  /** Adds its calls below `/control`. */
  readonly control: (app: FastifyInstance) => void;
  /** Listens on a port of its own, where its wire is not the web's; `next` is what goes wrong with a call. */
  readonly listen?: (next: (call: string) => FaultMode) => Promise<void>;
  readonly close?: () => Promise<void>;
  /** Forgets everything. */
  readonly reset: () => void;
}
