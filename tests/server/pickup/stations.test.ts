// @engine pglite
import { eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pickupStationsAt, searchPickupStations, WEEKDAYS } from '../../../contract/pickup.ts';
import { COUNTIES, placeKey, getTowns } from '../../../contract/rules/counties.ts';
import { pickupStations } from '../../../server/db/schema.ts';
import { addStations, stationId } from '../../../demo/seeds/0002-stations.ts';
import { readDemo } from '../../../demo/data.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  await addStations(shop.db.sql, readDemo().stations);
});
afterAll(() => shop.close());

const at = async (county: string, city: string) =>
  (await shop.call(pickupStationsAt, { county, city })).body.data.stations;
const found = async (query: string) => (await shop.call(searchPickupStations, { query })).body.data.stations;
const getName = ({ name }: { readonly name: string }) => name;

describe('§7 GET /pickup-stations/location', () => {
  test('returns the stations of a constituency by name, with all fields of §3', async () => {
    const stations = await at('Nairobi', 'Westlands');
    expect(stations.map(getName)).toEqual(['Parklands Diamond Plaza', 'Westlands Mpaka Road', 'Westlands Sarit']);
    expect(stations[1]).toEqual({
      _id: stationId({ county: 'Nairobi', town: 'Westlands', name: 'Westlands Mpaka Road' }),
      name: 'Westlands Mpaka Road',
      address: 'Mpaka Road, Westlands',
      city: 'Westlands',
      county: 'Nairobi',
      phone: expect.stringMatching(/^\+254 7\d\d \d{3} \d{3}$/),
      email: 'westlands.mpaka.road@duka.test',
      operatingHours: {
        monday: { open: '08:00', close: '18:00' },
        tuesday: { open: '08:00', close: '18:00' },
        wednesday: { open: '08:00', close: '18:00' },
        thursday: { open: '08:00', close: '18:00' },
        friday: { open: '08:00', close: '18:00' },
        saturday: { open: '09:00', close: '16:00' },
      },
    });
  });

  test.each([
    ['nairobi', 'WESTLANDS', 3],
    ['MURANGA', 'kiharu', 1],
    ["Murang'a", 'Kiharu', 1],
    ['Murang’a', ' Kiharu ', 1],
    ['taita taveta', 'voi', 1],
    ['Taita/Taveta', 'Voi', 1],
    ['Tharaka Nithi', 'Chuka Igambangombe', 1],
  ])('providers 5.1: %s, %s is compared without case and punctuation', async (county, city, count) =>
    expect(await at(county, city)).toHaveLength(count),
  );

  test.each([
    ['Mombasa', 'Westlands'],
    ['Nairobi', 'Nyali'],
    ['Nairobi', 'Nairobi'],
    ['Atlantis', 'Westlands'],
    ['Lamu', 'Lamu East'],
    ['-', '-'],
    ['%', '%'],
    ['Nairobi/Westlands', '-'],
  ])('%s, %s returns an empty list', async (county, city) => {
    const { status, body } = await shop.call(pickupStationsAt, { county, city });
    expect([status, body.data.stations]).toEqual([200, []]);
  });

  test('a station without opening hours returns null, so that the page can use the fallback of §3', async () => {
    const stations = await at('Nairobi', 'Kasarani');
    expect(stations.map(({ name, operatingHours }) => [name, operatingHours === null])).toEqual([
      ['Kasarani Sportsview', true],
      ['Mwiki Stage', false],
    ]);
  });

  test('a closed station is neither listed nor found', async () => {
    const [closed] = await at('Kisumu', 'Nyando');
    await shop.db.sql
      .update(pickupStations)
      .set({ isActive: false })
      .where(eq(pickupStations.id, closed?._id ?? ''));
    expect(await at('Kisumu', 'Nyando')).toEqual([]);
    expect((await found('ahero')).map(getName)).toEqual([]);
    await shop.db.sql.update(pickupStations).set({ isActive: true });
  });

  test.each([
    [{}],
    [{ county: 'Nairobi' }],
    [{ county: ' ', city: 'x' }],
    [{ county: 'Nairobi', city: 'Westlands', more: '1' }],
    [{ county: 'x'.repeat(121), city: 'y' }],
  ])('%j returns 400', async (query) => {
    const { statusCode } = await shop.app.inject({ method: 'GET', url: '/api/pickup-stations/location', query });
    expect(statusCode).toBe(400);
  });
});

describe('stations with the same name', () => {
  const ids = ['00000000-0000-4000-8000-000000000003', '00000000-0000-4000-8000-000000000001'];
  const twins = ids.map((id) => ({
    id,
    place: placeKey('Nairobi', 'Westlands'),
    name: 'Aardvark Twin',
    address: 'Mpaka Road, Westlands',
    city: 'Westlands',
    county: 'Nairobi',
    phone: '+254 700 000 000',
    email: 'twin@duka.test',
  }));
  const getIds = (stations: readonly { readonly _id: string; readonly name: string }[]) =>
    stations.filter(({ name }) => name === 'Aardvark Twin').map(({ _id }) => _id);

  test('are listed and found in the order of their ids', async () => {
    await shop.db.sql.insert(pickupStations).values(twins);
    expect(getIds(await at('Nairobi', 'Westlands'))).toEqual(ids.toReversed());
    expect(getIds(await found('aardvark'))).toEqual(ids.toReversed());
    await shop.db.sql.delete(pickupStations).where(inArray(pickupStations.id, ids));
  });
});

describe('U26: GET /pickup-stations/search', () => {
  test('uses the first six words of the query', async () => {
    expect((await found('westlands sarit westlands sarit westlands sarit zzzz')).map(getName)).toEqual([
      'Westlands Sarit',
    ]);
    expect(await found('westlands sarit westlands sarit westlands zzzz')).toEqual([]);
  });

  test.each(['sari_', 'sar%t'])('%j has no wildcards', async (query) => expect(await found(query)).toEqual([]));

  test('searches name and constituency, and returns matches at the start of a word first', async () => {
    expect((await found('westlands')).map(getName)).toEqual([
      'Westlands Mpaka Road',
      'Westlands Sarit',
      'Parklands Diamond Plaza',
    ]);
    expect((await found('SARIT')).map(getName)).toEqual(['Westlands Sarit']);
    expect((await found('yaya')).map(({ city, county }) => [city, county])).toEqual([['Dagoretti North', 'Nairobi']]);
    expect((await found('moi avenue')).map(getName)).toEqual([
      'Bungoma Moi Avenue',
      'Mombasa Moi Avenue',
      'Nairobi CBD Moi Avenue',
    ]);
    expect((await found("murang'a")).map(({ county }) => county)).toEqual(["Murang'a", "Murang'a"]);
    expect((await found('nyali bridge')).map(getName)).toEqual(['Nyali Bridge Service Station']);
    expect((await found('mombasa, nyali')).map(getName)).toEqual(['Nyali Bridge Service Station', 'Nyali City Mall']);
  });

  test('returns 8 stations at most', async () => expect(await found('nairobi')).toHaveLength(8));

  test.each([
    '%',
    '_',
    '%%%',
    '\\',
    '--',
    "'",
    '" or 1=1',
    'zzzz',
    '西',
    'a'.repeat(120),
    Array.from({ length: 30 }, () => 'qx').join(' '),
  ])('%j finds nothing', async (query) => expect(await found(query)).toEqual([]));

  test('R22: every query is answered or rejected', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('query', 'county', 'city', '__proto__', 'more'),
        fc.oneof(fc.string({ unit: 'binary', maxLength: 130 }), fc.constantFrom(...getTowns('Nairobi'))),
        async (name, value) => {
          for (const path of [
            'location?county=Nairobi&',
            'location?city=Westlands&',
            'search?',
            'search?query=west&',
          ]) {
            const sent = encodeURIComponent(Buffer.from(value).toString());
            const { statusCode, body } = await shop.app.inject({
              method: 'GET',
              url: `/api/pickup-stations/${path}${name}=${sent}`,
            });
            expect([200, 400]).toContain(statusCode);
            expect(JSON.parse(body)).toHaveProperty('success', statusCode === 200);
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('H9: the demo stations', () => {
  test('are in all 47 counties, including Nairobi’s Westlands, and in existing towns', () => {
    expect(new Set(readDemo().stations.map(({ county }) => county))).toEqual(new Set(COUNTIES));
    for (const { county, town } of readDemo().stations) expect(getTowns(county)).toContain(town);
    expect(readDemo().stations.filter(({ town }) => town === 'Westlands').length).toBeGreaterThanOrEqual(2);
  });

  test('are all different, with the phone and an address of the shop', async () => {
    const rows = await shop.db.sql.select().from(pickupStations);
    expect(rows).toHaveLength(readDemo().stations.length);
    for (const field of ['id', 'name', 'phone', 'email'] as const)
      expect(new Set(rows.map((row) => row[field])).size).toBe(rows.length);
    for (const { phone, email, address } of rows) {
      expect(phone).toMatch(/^\+254 7\d\d \d{3} \d{3}$/);
      expect(email).toMatch(/^[a-z\d]+(?:\.[a-z\d]+)*@duka\.test$/);
      expect(address).toMatch(/^.+, .+$/);
    }
  });

  test('have hours of every kind: their own, none, and Sundays', async () => {
    const rows = await shop.db.sql.select().from(pickupStations);
    expect(rows.some(({ operatingHours }) => operatingHours === null)).toBe(true);
    expect(rows.some(({ operatingHours }) => operatingHours?.['sunday'] !== undefined)).toBe(true);
    for (const { operatingHours } of rows) {
      for (const [day, { open, close } = { open: '', close: '' }] of Object.entries(operatingHours ?? {})) {
        expect(WEEKDAYS).toContain(day);
        expect(open < close).toBe(true);
        expect(`${open} ${close}`).toMatch(/^[0-2]\d:[0-5]\d [0-2]\d:[0-5]\d$/);
      }
    }
  });

  test('are seeded once, and never into a shop with its own stations', async () => {
    expect(await addStations(shop.db.sql, readDemo().stations)).toBe(false);
    await shop.db.sql.delete(pickupStations);
    const [one] = readDemo().stations;
    await addStations(shop.db.sql, one === undefined ? [] : [one]);
    await addStations(shop.db.sql, readDemo().stations);
    expect(await shop.db.sql.select().from(pickupStations)).toHaveLength(1);
    await shop.db.sql.delete(pickupStations);
    expect(await addStations(shop.db.sql, readDemo().stations)).toBe(true);
  });
});
