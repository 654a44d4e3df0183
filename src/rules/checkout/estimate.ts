import { deliveryTimes } from '../../../contract/delivery.config.ts';
import { toSearchKey, getTowns } from '../../../contract/rules/counties.ts';

/** Estimates by normalised place name: counties, their constituencies, then exceptions. */
const ESTIMATES = new Map<string, string>([
  ...deliveryTimes.zones.flatMap(({ estimate, counties }) =>
    counties.flatMap(getTowns).map((town) => [toSearchKey(town), estimate] as const),
  ),
  ...deliveryTimes.zones.flatMap(({ estimate, counties }) =>
    counties.map((county) => [toSearchKey(county), estimate] as const),
  ),
  ...deliveryTimes.zones.flatMap(({ estimate, towns }) => towns.map((town) => [toSearchKey(town), estimate] as const)),
]);

const LONGEST_NAME = 4;

/**
 * Returns the delivery time to this place, e.g. `1 to 3 days` (U28). `city` is a constituency or typed text, whose last
 * known name counts ("Parklands, Nairobi"). `county` is `null` when none is chosen.
 */
export function getDeliveryEstimate({
  county,
  city,
}: {
  readonly county: string | null;
  readonly city: string;
}): string {
  return findEstimate(city) ?? ESTIMATES.get(toSearchKey(county ?? '')) ?? deliveryTimes.elsewhere;
}

function findEstimate(typed: string): string | undefined {
  const words = typed.split(/[\s,]+/).filter((word) => word !== '');
  for (let end = words.length; end > 0; end--) {
    for (let start = Math.max(0, end - LONGEST_NAME); start < end; start++) {
      const known = ESTIMATES.get(toSearchKey(words.slice(start, end).join('')));
      if (known !== undefined) return known;
    }
  }
  return undefined;
}
