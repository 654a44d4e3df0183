import type { AnyStateMachine, EventObject } from 'xstate';
import type { Model, Promises } from './model/define.ts';
import { failuresIn } from './table/language.ts';
import type { Judge } from './table/table.ts';

/** What a project tells the tool about itself: the parameter of `createModelTesting`. */
export interface Config {
  /** Where the table of a flow lies, from the top of the project. */
  readonly table: (flow: string) => string;
  /** Each way in which a call can fail, by a readable name; every slot that may fail is given all of them. */
  readonly failures: Readonly<Record<string, Error>>;
  /** The errors that a table's words mean. */
  readonly failureOf: {
    readonly networkLost: () => Error;
    readonly timeout: () => Error;
    readonly brokenReply: () => Error;
    /** Of an HTTP status with the server's message, which may be empty. */
    readonly status: (status: number, message: string) => Error;
  };
  /** What rows of several tables say in the same words. A fact counts where the machine knows its events. */
  readonly words?: {
    readonly on: readonly (readonly [RegExp, EventObject | readonly EventObject[]])[];
    readonly does: readonly (readonly [RegExp, Judge<AnyStateMachine>])[];
  };
  /** The texts that a product has to show somewhere, and the report that says where, which the tests keep true. */
  readonly texts?: {
    /** What is looked for in a flow. */
    readonly of: (flow: string) => readonly string[];
    /** A JSON file from the top of the project: `{ shown: [{ flow, text, state, path }] }`. */
    readonly report: string;
    /** What makes it anew. */
    readonly command: string;
  };
  /** How paths are told to people. */
  readonly telling: {
    /** Who acts: `The user`. */
    readonly who: string;
    /** The ids in a row's reference: `D21`, `§4`. */
    readonly references: RegExp;
    /** What happens without a control of the page, by the type of the event: `The network is cut`. */
    readonly events: Readonly<Record<string, string>>;
    /**
     * What a call is, by its method and address (`PUT /albums/7`): the address with what is a value by its name
     * (`/albums/{id}`), and the fields that its body cannot be without. Null: it is not known.
     */
    readonly contractOf: (call: string) => { readonly address: string; readonly fields: readonly string[] } | null;
    /** How a call fails, after its name: `is refused with 400 and 'X'`. */
    readonly failure: (error: Error) => string;
  };
}

/** How a model's words are told to people. */
export type Telling = Config['telling'];

/** The tool of one project. A model carries the configuration, so what takes a model needs nothing else. */
export function createModelTesting(config: Config) {
  return {
    config,
    failures: config.failures,
    defineModel: <Machine extends AnyStateMachine>(model: Promises<Machine>): Model<Machine> => ({ ...model, config }),
    /** The errors that the words of `fails(…)` mean; null where some words are not known. */
    failuresIn: (words: string): Error[] | null => failuresIn(config, words),
  };
}
