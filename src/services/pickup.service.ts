import { pickupStationsAt, searchPickupStations } from '../../contract/pickup.ts';
import type { PickupStation } from '../../contract/pickup.ts';
import type { Api } from './api.ts';

/** Finds pickup stations. Every function rejects with `ApiError`. */
export function createPickupService(call: Api) {
  return {
    /** Fetches the stations of a town; `city` is its constituency (U26). */
    async at(place: { county: string; city: string }, signal: AbortSignal): Promise<readonly PickupStation[]> {
      return (await call(pickupStationsAt, place, { signal })).data.stations;
    },
    /** Fetches at most 8 stations by name or town (U26). */
    async search(query: string, signal: AbortSignal): Promise<readonly PickupStation[]> {
      return (await call(searchPickupStations, { query }, { signal })).data.stations;
    },
  };
}
