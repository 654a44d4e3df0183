import type { AnyStateMachine, EventObject } from 'xstate';
import type { Model, ModelDefinition } from './model/define.ts';
import { parseFailures } from './table/language.ts';
import type { Judge } from './table/table.ts';
import type { Words } from './table/words.ts';

/** A project's configuration: the parameter of `createModelTesting`. */
export interface Config {
  /** Returns the path of a flow's table, relative to the project's root. */
  readonly table: (flow: string) => string;
  /** Every kind of failure of a call, by a readable name. Every fallible slot receives the whole set. */
  readonly failures: Readonly<Record<string, Error>>;
  /** Creates the errors that a table's words mean. */
  readonly createFailure: {
    readonly networkLost: () => Error;
    readonly timeout: () => Error;
    readonly brokenReply: () => Error;
    /** An HTTP status with the server's message, which may be empty. */
    readonly status: (status: number, message: string) => Error;
  };
  /** Words that rows of several tables share. A fact applies if the machine handles its events. */
  readonly words?: {
    readonly on: Words<EventObject | readonly EventObject[]>;
    readonly does: Words<Judge<AnyStateMachine>>;
  };
  /** Texts that the product must show, and the checked-in report of where it shows them, which the tests verify. */
  readonly texts?: {
    /** Returns the texts to find in a flow. */
    readonly of: (flow: string) => readonly string[];
    /** A JSON file, relative to the project's root: `{ shown: [{ flow, text, state, path }] }`. */
    readonly report: string;
    /** The command that regenerates the report. */
    readonly command: string;
  };
  /** Options for descriptions of paths. */
  readonly descriptions: {
    /** Pattern of the ids in a row's reference: `D21`, `§4`. */
    readonly references: RegExp;
    /**
     * Describes a call by its method and address (`PUT /albums/7`): the address with names in place of values
     * (`/albums/{id}`), and the required fields of its body. `null` when it is unknown.
     */
    readonly findContract: (call: string) => { readonly address: string; readonly fields: readonly string[] } | null;
    /** Returns the instruction that makes a call fail: `Let POST /albums be refused with status 400 and 'X'`. */
    readonly failure: (error: Error, call: string) => string;
  };
}

/** Options for descriptions of a model's words. */
export type DescriptionOptions = Config['descriptions'];

/** Creates the tool of one project. A model carries the configuration, so functions with a model need no other. */
export function createModelTesting(config: Config) {
  return {
    config,
    failures: config.failures,
    defineModel: <Machine extends AnyStateMachine>(model: ModelDefinition<Machine>): Model<Machine> => ({
      ...model,
      config,
    }),
    /** Returns the errors that the words of `fails(…)` mean, or `null` when a word is unknown. */
    failuresIn: (words: string): Error[] | null => parseFailures(config, words),
  };
}
