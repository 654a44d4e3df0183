import type { FastifyInstance } from 'fastify';

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
  /** Forgets everything. */
  readonly reset: () => void;
}
