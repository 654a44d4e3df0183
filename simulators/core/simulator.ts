import type { FastifyInstance } from 'fastify';
import type { FaultMode } from './faults.ts';

/** A simulated provider. Each sibling folder exports a function that creates one. */
export interface Simulator {
  /** Path prefix, and name in `POST /control/faults`. */
  readonly name: string;
  /** Body of a 429. Defaults to `{ message }`. */
  readonly tooMany?: object;
  /** Adds the provider's API under `/<name>`. */
  readonly mount: (app: FastifyInstance) => void;
  /** Adds control calls under `/control`. */
  readonly control: (app: FastifyInstance) => void;
  /** Listens on a separate port, for providers without HTTP. `next` returns the fault of a call. */
  readonly listen?: (next: (call: string) => FaultMode) => Promise<void>;
  readonly close?: () => Promise<void>;
  /** Clears all state. */
  readonly reset: () => void;
}
