import { and, asc, eq, ilike, or, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { pickupStations } from '../../db/schema.ts';
import { perHandle, perShape, placeholder } from '../../db/statements.ts';

export type StationRow = typeof pickupStations.$inferSelect;

const statements = perHandle((db) => ({
  atPlace: db
    .select()
    .from(pickupStations)
    .where(and(eq(pickupStations.place, placeholder('place')), eq(pickupStations.isActive, true)))
    .orderBy(asc(pickupStations.name), asc(pickupStations.id))
    .prepare('pickup_at_place'),
  byId: db
    .select()
    .from(pickupStations)
    .where(and(eq(pickupStations.id, placeholder('id')), eq(pickupStations.isActive, true)))
    .prepare('pickup_by_id'),
}));

/** One statement per number of words. Each word must occur in the station's name or, normalised, in its place. */
const withWords = perShape((db, count: number) =>
  db
    .select()
    .from(pickupStations)
    .where(
      and(
        eq(pickupStations.isActive, true),
        ...Array.from({ length: count }, (_, at) =>
          or(
            ilike(pickupStations.name, placeholder(`word${at}`)),
            ilike(pickupStations.place, placeholder(`squeezed${at}`)),
          ),
        ),
      ),
    )
    // Names that start with the query come first.
    .orderBy(
      sql`${ilike(pickupStations.name, placeholder('start'))} desc`,
      asc(pickupStations.name),
      asc(pickupStations.id),
    )
    .limit(placeholder('limit'))
    .prepare(`pickup_search_${count}`),
);

/** Returns the active stations of a place (`placeKey`), by name. */
export function findStationsAt(db: Sql, place: string): Promise<StationRow[]> {
  return statements(db).atPlace.execute({ place });
}

/** Returns the active station with this id, or `null`. */
export async function findStation(db: Sql, id: string): Promise<StationRow | null> {
  return (await statements(db).byId.execute({ id }))[0] ?? null;
}

/** Returns up to `limit` active stations that contain every word. Each word is given as typed and normalised. */
export function searchStations(
  db: Sql,
  words: readonly { readonly typed: string; readonly squeezed: string }[],
  limit: number,
): Promise<StationRow[]> {
  const values = words.flatMap(
    ({ typed, squeezed }, at) =>
      [
        [`word${at}`, `%${toLiteral(typed)}%`],
        [`squeezed${at}`, `%${squeezed}%`],
      ] as const,
  );
  const start = `${words.map(({ typed }) => toLiteral(typed)).join(' ')}%`;
  return withWords(db, words.length).execute({ ...Object.fromEntries(values), start, limit });
}

/** Escapes the wildcards of `LIKE`. */
function toLiteral(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}
