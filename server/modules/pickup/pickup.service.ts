import type * as v from 'valibot';
import type { PickupStation } from '../../../contract/pickup.ts';
import { placeKey, squeezed } from '../../../contract/rules/counties.ts';
import type { Deps } from '../../deps.ts';
import { searchStations, stationsAt, type StationRow } from './pickup.repository.ts';

const MOST_FOUND = 8;
const MOST_WORDS = 6;

/** Reads of the pickup stations; those that are closed for good do not exist here. */
export function createPickupService({ db }: Pick<Deps, 'db'>) {
  /** Stations of a constituency by name; none when the county has no such town. */
  async function at(county: string, city: string) {
    return (await stationsAt(db.reads, placeKey(county, city))).map(stationView);
  }

  /** Stations whose name, constituency or county holds all words, at most 8 (U26). */
  async function search(query: string) {
    const words = query
      .split(/[\s,]+/)
      .map((typed) => ({ typed, squeezed: squeezed(typed) }))
      .filter(({ squeezed: it }) => it !== '')
      .slice(0, MOST_WORDS);
    return words.length === 0 ? [] : (await searchStations(db.reads, words, MOST_FOUND)).map(stationView);
  }

  return { at, search };
}

/** A row as §3 Pickup station (A34). */
function stationView({
  id,
  name,
  address,
  city,
  county,
  phone,
  email,
  operatingHours,
}: StationRow): v.InferInput<typeof PickupStation> {
  return { _id: id, name, address, city, county, phone, email, operatingHours };
}
