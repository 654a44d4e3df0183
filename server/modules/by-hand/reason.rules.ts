import { Refusal } from '../../refusal.ts';
import { reasonNeeded } from './by-hand.texts.ts';

const SHORTEST_REASON = 3;
const LONGEST_REASON = 500;

/** Returns the trimmed reason of a decision. Throws `Refusal` `invalid` for one that says nothing. */
export function assertReason(reason: string): string {
  const said = reason.trim();
  if (said.length < SHORTEST_REASON || said.length > LONGEST_REASON) throw new Refusal('invalid', reasonNeeded);
  return said;
}
