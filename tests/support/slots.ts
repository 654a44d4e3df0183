import { fromCallback } from 'xstate';
import type { AnyStateMachine } from 'xstate';
import type { ComposeEnv } from '../../src/compose/env.ts';
import { composedMachines } from './composed.ts';
import { machineFiles } from './machines.ts';

/** Composition only connects functions: it can store them but must not call them. */
const env = new Proxy(
  {},
  {
    get: (_, name) => () => {
      throw new Error(`composition must not call ${String(name)} before a machine runs`);
    },
  },
) as ComposeEnv;

/** Every composed machine, for inspection only. They cannot run. */
export const composed: Readonly<Record<string, AnyStateMachine>> = composedMachines(env);

/** The kind of a slot: a promise, a callback, a machine or an action. */
export type SlotKind = 'call' | 'listener' | 'machine' | 'effect';

export interface Slot {
  readonly slot: string;
  readonly kind: SlotKind;
}

interface Part {
  readonly name?: string;
  readonly config?: { readonly name?: string };
  readonly root?: unknown;
  readonly transition?: unknown;
}

/** Returns the empty slots, whose implementation is `notProvided` or an actor that runs it. */
export function emptySlots(machine: AnyStateMachine): string[] {
  const { actors, actions, guards } = getParts(machine);
  return Object.entries({ ...actors, ...actions, ...guards })
    .filter(([, part]) => part.name === 'notProvided' || part.config?.name === 'notProvided')
    .map(([name]) => name);
}

/** Returns the slots that the machine file leaves to src/compose, with the kind of their implementation. */
export async function readSlots(name: string): Promise<Slot[]> {
  const machine = composed[name];
  const file = (await machineFiles('src/machines')).find((one) => one.machine.id === machine?.id);
  if (machine === undefined || file === undefined) throw new Error(`${name} is no composed machine of src/machines`);
  const { actors } = getParts(machine);
  return emptySlots(file.machine).map((slot) => ({ slot, kind: getKind(actors[slot]) }));
}

function getKind(part: Part | undefined): SlotKind {
  if (part === undefined) return 'effect';
  if ('root' in part) return 'machine';
  const isCallback = String(part.transition) === String(fromCallback(() => undefined).transition);
  return isCallback ? 'listener' : 'call';
}

function getParts({ implementations }: AnyStateMachine): Record<'actors' | 'actions' | 'guards', Record<string, Part>> {
  return implementations as never;
}
