import { writeFileSync } from 'node:fs';
import { formatFile } from '../../../tools/format-file.ts';
import type { Call } from './faults.ts';
import { FILE, keptMatrix } from './kept.ts';
import type { Outcome, TourRow } from './kept.ts';
import { TOURS } from './tours.ts';
import { PASSES } from './walk.ts';
import type { Walk } from './walk.ts';

/** Records the results of one tour. */
export async function keepTour(id: string, row: TourRow): Promise<void> {
  const all = { ...keptMatrix(), [id]: row };
  const ordered = TOURS.flatMap((tour) => (all[tour.id] === undefined ? [] : [[tour.id, all[tour.id]]]));
  const text = JSON.stringify(Object.fromEntries(ordered));
  writeFileSync(FILE, await formatFile(FILE, text));
}

/** Formats `POST /orders`, or `GET /auth/profile (2)` for the second call of that name. */
export const getName = ({ name, nth }: Call): string => (nth === 1 ? name : `${name} (${nth})`);

/** Returns the messages and steps that only the walk with the fault has. */
export function getOutcome(good: Walk, spoilt: Walk): Outcome {
  const wayOn = spoilt.acts.filter((act) => act !== PASSES);
  for (const act of good.acts) {
    const index = wayOn.indexOf(act);
    if (index >= 0) wayOn.splice(index, 1);
  }
  return { says: spoilt.said.filter((text) => !good.said.includes(text)), wayOn };
}
