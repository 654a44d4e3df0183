import type { AnyStateMachine } from 'xstate';
import { shortenDescription } from '../atlas/words.ts';
import { humanise } from '../cases/plain-words.ts';
import {
  invokesIn,
  toList,
  nameAt,
  parseReference,
  rebuildMachine,
  slotsIn,
  stateAt,
  stateNames,
} from 'model-testing/mutate/machine-parts';
import type { Config, Parts, Transition } from 'model-testing/mutate/machine-parts';

/**
 * Gives inline implementations a name: a guard after its transition's description, others after their place. Each
 * function has one name, even if it is used several times.
 */
export function nameParts(machine: AnyStateMachine): AnyStateMachine {
  return rebuildMachine(machine, (config, parts) => {
    for (const path of stateNames(config)) nameTransitions(stateAt(config, path), nameAt(path), parts);
  });
}

function nameTransitions(state: Config, place: string, parts: Parts): void {
  const action = (written: unknown, words: string) => getOrAddName(written, words, parts.actions);
  const actions = (written: unknown, words: string) => toSingle(toList(written).map((one) => action(one, words)));
  if (state.entry !== undefined) state.entry = actions(state.entry, `enter ${place}`);
  if (state.exit !== undefined) state.exit = actions(state.exit, `leave ${place}`);
  if (state.invoke !== undefined)
    state.invoke = toSingle(
      invokesIn(state).map((invoke) => ({
        ...invoke,
        src: getOrAddName(invoke.src, invoke.id ?? `run in ${place}`, parts.actors),
      })),
    );
  for (const { label, read, write } of slotsIn(state)) {
    const words = `${place} ${label}`;
    const named = read(state).map((transition) => ({
      ...transition,
      ...('guard' in transition && {
        guard: getOrAddName(transition.guard, guardWords(transition) ?? words, parts.guards),
      }),
      ...('actions' in transition && { actions: actions(transition.actions, words) }),
    }));
    write(state, toSingle(named));
  }
}

/** Returns the only element of a list of one. */
export function toSingle<Part>(list: Part[]): Part | Part[] {
  const [first] = list;
  return list.length === 1 && first !== undefined ? first : list;
}

function guardWords(transition: Transition): string | undefined {
  const { description } = transition as { readonly description?: string };
  return description === undefined ? undefined : shortenDescription(description);
}

/** Returns a reference unchanged, or the name under which an inline implementation is added to the parts. */
function getOrAddName(written: unknown, words: string, parts: Record<string, unknown>): unknown {
  if (isReference(written)) return written;
  const known = Object.keys(parts).find((name) => parts[name] === written);
  if (known !== undefined) return known;
  const wanted = camelCase(words);
  let name = wanted;
  for (let count = 2; name in parts; count += 1) name = `${wanted}${count}`;
  parts[name] = written;
  return name;
}

function isReference(written: unknown): boolean {
  return typeof written !== 'function' && parseReference(written) !== null;
}

function camelCase(words: string): string {
  return humanise(words.replace(/[^\w\s.-]/g, ' '))
    .trim()
    .replace(/\s+(\w)/g, (_, letter: string) => letter.toUpperCase());
}
