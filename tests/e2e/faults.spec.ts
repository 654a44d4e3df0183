import { isHard } from '../support/size.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';
import { FAULTS } from './faults/faults.ts';
import type { Call, Fault } from './faults/faults.ts';
import { keptMatrix } from './faults/kept.ts';
import type { Outcome } from './faults/kept.ts';
import { keepTour, getName, getOutcome } from './faults/matrix.ts';
import { TOURS } from './faults/tours.ts';
import { walk } from './faults/walk.ts';

/**
 * Each call of each tour is once slow, lost, sent twice, malformed or refused, and the tour still reaches its end
 * (docs/flows.md). `npm test` injects one fault into each tour. The full run compares the results with
 * docs/faults.json, and updates it with `--update-snapshots`.
 */

interface Spoilt {
  readonly call: Call;
  readonly fault: Fault;
}

// Otherwise each walk takes a screenshot. The option would start separate workers, so a short run does not set it.
if (isHard) test.use({ screenshot: 'off' });

for (const tour of TOURS) {
  test(`R38: ${tour.title}: after any fault of a call the tour can continue, and nothing is lost or done twice`, async ({
    browser,
    shop,
    second,
  }, { config }) => {
    test.setTimeout(600_000);
    const good = await walk(browser, shop, tour);
    expect(good.complaints).toEqual([]);
    const plan: Spoilt[] = isHard
      ? good.calls.flatMap((call) => FAULTS.map((fault) => ({ call, fault })))
      : [{ call: { name: tour.short.call, nth: 1 }, fault: tour.short.fault }];
    const complaints: string[] = [];
    const found = new Map<string, Partial<Record<Fault, Outcome>>>();
    await inTurns(second === null ? [shop] : [shop, second], plan, async (own, { call, fault }) => {
      const spoilt = await walk(browser, own, tour, { call, fault });
      const where = `${getName(call)} ${fault}`;
      if (!spoilt.isHit) complaints.push(`${where}: was not called`);
      complaints.push(...spoilt.complaints.map((complaint) => `${where}: ${complaint}`));
      found.set(getName(call), { ...found.get(getName(call)), [fault]: getOutcome(good, spoilt) });
    });
    const calls = good.calls.map((call) => {
      const faults = found.get(getName(call)) ?? {};
      const inOrder = FAULTS.flatMap((fault) => (faults[fault] === undefined ? [] : [[fault, faults[fault]] as const]));
      return { name: getName(call), faults: Object.fromEntries(inOrder) };
    });
    if (isHard && ['all', 'changed'].includes(config.updateSnapshots))
      await keepTour(tour.id, { title: tour.title, calls });
    expect(complaints).toEqual([]);
    const kept = keptMatrix()[tour.id]?.calls ?? [];
    for (const { name, faults } of calls)
      expect(kept.find((row) => row.name === name)?.faults, `${tour.id}: ${name}`).toMatchObject(faults);
    if (isHard) expect(kept.map(({ name }) => name)).toEqual(calls.map(({ name }) => name));
  });
}

/** Processes the plan; each shop handles one entry at a time. */
async function inTurns(
  shops: readonly Shop[],
  plan: readonly Spoilt[],
  work: (shop: Shop, one: Spoilt) => Promise<void>,
): Promise<void> {
  const left = [...plan];
  await Promise.all(
    shops.map(async (shop) => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await work(shop, next);
    }),
  );
}
