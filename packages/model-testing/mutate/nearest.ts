import type { AnyModel } from '../model/define.ts';
import { isFromActor } from '../model/steps.ts';
import type { Mutant } from './machine-parts.ts';

/**
 * Returns whether a transition, by its id, is the one that a mutant changes, or is caused by the actor that it drops.
 */
export function takesWhatIsWrong(
  { events }: Pick<AnyModel, 'events'>,
  { name, state }: Pick<Mutant, 'name' | 'state'>,
): (edge: string) => boolean {
  const lost = /^drop invoke .*: (\S+)$/.exec(name)?.[1];
  if (lost === undefined) {
    const words = `${name} `;
    return (edge) => words.includes(` ${getPlace(edge)} `);
  }
  const isSent = (type: string) => {
    const entry = events[type];
    return entry !== undefined && isFromActor(entry) && entry.sentBy === lost;
  };
  return (edge) => {
    const [source = '', on = ''] = getPlace(edge).split(': ');
    const isInside = state === '(root)' || source === state || source.startsWith(`${state}.`);
    return isInside && (isSent(on) || [`${lost} answers`, `${lost} fails`, `${lost} tells`].includes(on));
  };
}

/** Returns `open: press` for `open: press [isFree] #2 -> shut`, as names of mutants write it. */
function getPlace(edge: string): string {
  return (edge.split(' -> ', 1)[0] ?? '').replace(/ \[[^\]]*\](?: #\d+)?$/, '').replace(/: at once$/, ': always');
}
