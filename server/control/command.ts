import * as v from 'valibot';
import type { Schema } from '../../contract/endpoint.ts';
import type { Services } from '../services.ts';
import type { Deps } from '../deps.ts';
import { Refusal } from '../refusal.ts';

/** The shop that a command runs on. */
export interface CommandContext {
  readonly deps: Deps;
  readonly services: Services;
}

/**
 * A command that a person on the server runs. The process with the open database executes it, so input and output are
 * JSON.
 */
export interface Command<Input = never, Output = unknown> {
  readonly name: string;
  readonly input: Schema;
  run(shop: CommandContext, input: Input): Promise<Output>;
}

/** Combines a function with the schema of its input. */
export function command<Input extends Schema, Output>(it: {
  readonly name: string;
  readonly input: Input;
  run(shop: CommandContext, input: v.InferOutput<Input>): Promise<Output>;
}): Command<v.InferOutput<Input>, Output> {
  return it;
}

/** A command that was refused, with a message for the person who ran it. */
export class CommandRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandRefusedError';
  }
}

/** Runs a command. Throws `CommandRefusedError` with all errors. Rethrows unknown errors. */
export async function executeCommand<Output>(
  it: Command<never, Output>,
  shop: CommandContext,
  input: unknown,
): Promise<Output> {
  const parsed = v.safeParse(it.input, input);
  if (!parsed.success) throw new CommandRefusedError(`${it.name}: the command could not be read`);
  try {
    return await it.run(shop, parsed.output as never);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new CommandRefusedError(Object.values(error.fields ?? { message: error.message }).join('. '));
  }
}
