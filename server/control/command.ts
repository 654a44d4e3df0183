import * as v from 'valibot';
import type { Schema } from '../../contract/endpoint.ts';
import type { Services } from '../composition.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';

/** The shop that a command is done to. */
export interface Served {
  readonly deps: Deps;
  readonly services: Services;
}

/**
 * What somebody does to the shop from the machine that it runs on. It is done by the process that has the database open,
 * so input and output travel as JSON.
 */
export interface Command<Input = never, Output = unknown> {
  readonly name: string;
  readonly input: Schema;
  run(shop: Served, input: Input): Promise<Output>;
}

/** Ties a function to the schema of its input. */
export function command<Input extends Schema, Output>(it: {
  readonly name: string;
  readonly input: Input;
  run(shop: Served, input: v.InferOutput<Input>): Promise<Output>;
}): Command<v.InferOutput<Input>, Output> {
  return it;
}

/** A command that was not carried out, in words for whoever gave it. */
export class CommandRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandRefused';
  }
}

/** Carries a command out. Throws CommandRefused with all that is wrong, and what it does not know as it is. */
export async function carryOut<Output>(it: Command<never, Output>, shop: Served, input: unknown): Promise<Output> {
  const parsed = v.safeParse(it.input, input);
  if (!parsed.success) throw new CommandRefused(`${it.name}: the command could not be read`);
  try {
    return await it.run(shop, parsed.output as never);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandRefused(Object.values(error.fields ?? { message: error.message }).join('. '));
  }
}
