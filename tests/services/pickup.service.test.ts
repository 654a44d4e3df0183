import { expect, test } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import { pickupStationsAt, searchPickupStations } from '../../contract/pickup.ts';
import type { Api } from '../../src/services/api.ts';
import { createPickupService } from '../../src/services/pickup.service.ts';
import { s1, s2 } from '../flows/support/pickup.samples.ts';

const { signal } = new AbortController();

function asking(answer: unknown) {
  const calls: unknown[][] = [];
  const service = createPickupService((async (...call: unknown[]) => {
    calls.push(call);
    if (answer instanceof Error) throw answer;
    return { success: true, data: answer };
  }) as unknown as Api);
  return { calls, service };
}

test('§7: requests the stations of a town by county and city', async () => {
  const { calls, service } = asking({ stations: [s1, s2] });
  expect(await service.at({ county: 'Nairobi', city: 'Westlands' }, signal)).toEqual([s1, s2]);
  expect(calls).toEqual([[pickupStationsAt, { county: 'Nairobi', city: 'Westlands' }, { signal }]]);
});

test('U26: finds stations by name', async () => {
  const { calls, service } = asking({ stations: [s2] });
  expect(await service.search('sarit', signal)).toEqual([s2]);
  expect(calls).toEqual([[searchPickupStations, { query: 'sarit' }, { signal }]]);
});

test('a failed call rejects with its error', async () => {
  const error = new ApiError({ kind: 'offline', status: 0 });
  await expect(asking(error).service.at({ county: 'Nairobi', city: 'Westlands' }, signal)).rejects.toBe(error);
  await expect(asking(error).service.search('sarit', signal)).rejects.toBe(error);
});
