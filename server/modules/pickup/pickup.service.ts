import type * as v from 'valibot';
import type { PickupStation } from '../../../contract/pickup.ts';
import { placeKey, toSearchKey } from '../../../contract/rules/counties.ts';
import type { Deps } from '../../deps.ts';
import { searchStations, findStationsAt, type StationRow } from './pickup.repository.ts';

const MOST_FOUND = 8;
const MOST_WORDS = 6;

/** Reads pickup stations. Closed stations are hidden. */
export function createPickupService({ db }: Pick<Deps, 'db'>) {
  /** Returns the stations of a constituency by name. Empty when the county has no such town. */
  async function at(county: string, city: string) {
    return (await findStationsAt(db.reads, placeKey(county, city))).map(toStationView);
  }

  /** Returns up to 8 stations whose name, constituency or county contains all words (U26). */
  async function search(query: string) {
    const words = query
      .split(/[\s,]+/)
      .map((typed) => ({ typed, squeezed: toSearchKey(typed) }))
      .filter(({ squeezed: it }) => it !== '')
      .slice(0, MOST_WORDS);
    return words.length === 0 ? [] : (await searchStations(db.reads, words, MOST_FOUND)).map(toStationView);
  }

  return { at, search };
}

/** Converts a row to §3 Pickup station (A34). */
function toStationView({
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
