import type { OperatingHours } from '../../contract/pickup.ts';
import { placeKey } from '../../contract/rules/counties.ts';
import type { Sql } from '../../server/db/client.ts';
import type { Seed } from '../../server/db/seed.ts';
import { pickupStations } from '../../server/db/schema.ts';
import { toStableId } from '../../server/db/ids.ts';
import type { DemoData, DemoStation } from '../data.ts';

const from = (open: string, close: string) => ({ open, close });
const onWeekdays = (hours: { open: string; close: string }) => ({
  monday: hours,
  tuesday: hours,
  wednesday: hours,
  thursday: hours,
  friday: hours,
});

const HOURS: Readonly<Record<DemoStation['hours'], OperatingHours | null>> = {
  usual: null,
  shop: { ...onWeekdays(from('08:00', '18:00')), saturday: from('09:00', '16:00') },
  mall: { ...onWeekdays(from('09:00', '20:00')), saturday: from('09:00', '20:00'), sunday: from('10:00', '18:00') },
  petrol: { ...onWeekdays(from('06:00', '22:00')), saturday: from('06:00', '22:00'), sunday: from('07:00', '21:00') },
  market: { ...onWeekdays(from('08:30', '17:30')), saturday: from('08:30', '17:30') },
};

/** Start of the demo phone numbers, which are not in use. */
const FIRST_PHONE = 700_200_100;

/** Adds pickup stations in every county when the shop has none. */
export const stations = (demo: DemoData): Seed => ({
  name: '0002-stations',
  async run(sql) {
    await addStations(sql, demo.stations);
    return true;
  },
});

/** Adds stations when the shop has none. Returns whether they were added. */
export async function addStations(sql: Sql, added: readonly DemoStation[]): Promise<boolean> {
  const [any] = await sql.select({ id: pickupStations.id }).from(pickupStations).limit(1);
  if (any !== undefined) return false;
  await sql.insert(pickupStations).values(added.map(stationRow)).onConflictDoNothing();
  return true;
}

/** Returns the id of a station, the same in every demo shop. */
export function stationId({ county, town, name }: Pick<DemoStation, 'county' | 'town' | 'name'>): string {
  return toStableId('station', `${placeKey(county, town)}/${name}`);
}

function stationRow(station: DemoStation, index: number): typeof pickupStations.$inferInsert {
  const { county, town, name, address, hours } = station;
  return {
    id: stationId(station),
    name,
    address,
    county,
    city: town,
    place: placeKey(county, town),
    phone: `+254 ${String(FIRST_PHONE + index).replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3')}`,
    email: `${name
      .toLowerCase()
      .replace(/['’]/g, '')
      .replace(/[^a-z\d]+/g, '.')}@duka.test`,
    operatingHours: HOURS[hours],
  };
}
