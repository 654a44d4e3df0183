import { dequal } from 'dequal';
import type { SnapshotFrom } from 'xstate';
import { defineModel } from '../../../model-testing.config.ts';
import type { PickupStation } from '../../../contract/pickup.ts';
import { belongsTo, COUNTIES, getTowns } from '../../../contract/rules/counties.ts';
import { HOME_DELIVERY, isSearchable, NO_PICKUP, findPickupPlaces } from '../../../src/rules/checkout/pickup.ts';
import type { PickupPlace } from '../../../src/rules/checkout/pickup.ts';
import { deliveryMachine } from '../../../src/machines/checkout/delivery.machine.ts';
import type { DeliveryContext, DeliveryEvent } from '../../../src/machines/checkout/delivery.machine.ts';
import { defineActs } from 'model-testing/model/define';
import type { Moment } from 'model-testing/model/live';
import type { Step } from 'model-testing/model/timed';
import { fill, press, select } from 'model-testing/view/act';
import { s1, s2 } from '../support/pickup.samples.ts';

/**
 * No two real counties share a constituency. The test data gives Kiambu a Westlands too, so that the rule of §4 has a
 * case.
 */
export const twin = { county: 'Kiambu', town: 'Westlands' };

/** The initial context: home delivery, with no choice, search text or message. */
const UNTOUCHED: DeliveryContext = {
  choice: HOME_DELIVERY,
  stations: [],
  wanted: null,
  query: '',
  found: [],
  problem: null,
  refusal: null,
  isHeld: false,
};

export const deliveryModel = defineModel({
  flow: 'delivery',
  machine: deliveryMachine.provide({
    guards: {
      isOtherCountyOfTown: ({ context: { choice } }, { county }) =>
        county !== choice.county && choice.town === twin.town && county === twin.county,
    },
  }),
  inputs: { '': undefined },
  events: {
    'delivery.choose': { home: { method: 'home_delivery' }, pickup: { method: 'pickup_station' } },
    'county.choose': {
      Nairobi: { county: 'Nairobi' },
      Mombasa: { county: 'Mombasa' },
      'Kiambu with a Westlands': { county: twin.county },
      unknown: { county: 'Atlantis' },
    },
    'town.choose': { Westlands: { town: 'Westlands' }, Kasarani: { town: 'Kasarani' }, Nyali: { town: 'Nyali' } },
    'station.choose': { s1: { id: 's1' }, s2: { id: 's2' }, 'not listed': { id: 's9' } },
    'stations.retry': { '': {} },
    'search.change': { west: { query: 'west' }, 'one letter': { query: 'w' } },
    'search.pick': {
      Westlands: { place: { county: 'Nairobi', town: 'Westlands', station: null } },
      s2: { place: { county: 'Nairobi', town: 'Westlands', station: { id: 's2', name: 'Sarit Corner' } } },
      nowhere: { place: { county: 'Nairobi', town: 'Atlantis', station: null } },
    },
    'choice.refused': { '': { text: 'Please select a pickup station' } },
    'choice.hold': { on: { isOn: true }, off: { isOn: false } },
  },
  acts: defineActs<typeof deliveryMachine>({
    'delivery.choose': ({ method }) => press('radio', method === 'home_delivery' ? 'Free delivery' : 'Free pickup'),
    'county.choose': ({ county }) => (COUNTIES.includes(county) ? select('County', county) : null),
    'town.choose': ({ town }, { context: { choice } }) =>
      getTowns(choice.county).includes(town) ? select('Town', town) : null,
    'station.choose': ({ id }, { context: { stations } }) => {
      const station = stations.find(({ _id }) => _id === id);
      return station === undefined ? null : press('radio', station.name);
    },
    'stations.retry': press('button', 'Try Again'),
    'search.change': ({ query }) => fill('Search towns and stations', query, { role: 'searchbox' }),
    'search.pick': ({ place: { county, town, station } }, { context: { query, choice, found } }) => {
      const isFound = findPickupPlaces(query, choice.county, found).some(
        (one) => one.town === town && one.station?.id === station?.id,
      );
      if (!isFound) return null;
      return press('button', station === null ? `${town} ${county}` : `${station.name} Station in ${town}, ${county}`);
    },
    'choice.refused': { sentIn: 'src/machines/checkout/checkout.setup.ts' },
    'choice.hold': { sentIn: 'src/machines/checkout/checkout.setup.ts' },
  }),
  done: {
    loadStations: { two: [s1, s2], one: [s1], none: [] },
    searchStations: { s2: [s2] },
  },
  project: ({ choice, stations, wanted, query, problem, refusal, isHeld }) => ({
    ...choice,
    station: choice.station?._id,
    stations: stations.length,
    wanted,
    query: query.length > 1,
    hasProblem: problem !== null,
    isRefused: refusal !== null,
    isHeld,
  }),
  beyond: [
    {
      what: /^pickup\.search(\.\w+)?: (search\.|searchStations |after searchDebounce)/,
      why: 'U26: towns and stations are found while somebody types; the search never says that it failed',
    },
    {
      what: /^pickup\.place(\.choosingStation)?: search\.pick/,
      why: 'U26: what was found is chosen from wherever the choice has come to, and asked for once',
    },
    {
      what: /^pickup\.place: county\.choose \[isOtherCountyOfTown\].* from/,
      why: '§4: the town that the county has too is kept, whatever is known of its stations',
    },
    {
      what: /^pickup: choice\.refused/,
      why: '§5, Q18: the checkout says why the choice will not do, and it is shown where it is made',
    },
    {
      what: /^\(root\): choice\.hold|\[isHeld\]/,
      why: 'D9: what is being ordered stands still, the delivery as the rest of the form',
    },
  ],
  delays: { searchDebounce: 300 },
  states: {
    home: (snapshot) => snapshot.matches('home'),
    pickup: (snapshot) => snapshot.matches('pickup'),
    'pickup.choosingCounty': (snapshot) => snapshot.matches({ pickup: { place: 'choosingCounty' } }),
    'pickup.choosingTown': (snapshot) => snapshot.matches({ pickup: { place: 'choosingTown' } }),
    'pickup.loadingStations': (snapshot) => snapshot.matches({ pickup: { place: 'loadingStations' } }),
    'pickup.choosingStation': (snapshot) => snapshot.matches({ pickup: { place: 'choosingStation' } }),
    'pickup.noStations': (snapshot) => snapshot.matches({ pickup: { place: 'noStations' } }),
    'pickup.failed': (snapshot) => snapshot.matches({ pickup: { place: 'failed' } }),
  },
  invariants: {
    'a chosen town always belongs to the chosen county, a chosen station to the chosen town': ({
      snapshot: { context },
      calls,
    }) => {
      const { county, town, station } = context.choice;
      const isTwin = county === twin.county && town === twin.town;
      const asked = calls.findLast(({ slot }) => slot === 'loadStations')?.input as
        | { county: string; city: string }
        | undefined;
      return (
        (town === '' || isTwin || belongsTo(town, county)) &&
        (station === null || (context.stations.includes(station) && asked?.county === county && asked.city === town))
      );
    },
    'in home delivery nothing of pickup is chosen': ({ snapshot }) =>
      snapshot.matches('home')
        ? dequal({ ...snapshot.context, isHeld: false }, UNTOUCHED)
        : snapshot.context.choice.method === 'pickup_station',
    'the choice is held until the checkout lets it go, and nothing that the shopper does changes it (D9)': ({
      step,
      before,
      snapshot,
      started,
    }) => {
      const event = getEvent(step);
      if (event?.type === 'choice.hold') {
        const { method, station } = snapshot.context.choice;
        return snapshot.context.isHeld === (event.isOn && (method === 'home_delivery' || station !== null));
      }
      if (snapshot.context.isHeld !== (before?.context.isHeld ?? false)) return false;
      const isChange = event !== null && event.type !== 'choice.refused' && snapshot.context.isHeld;
      return !isChange || (dequal(snapshot.context, before?.context) && started.length === 0);
    },
    'the parcel goes the way that was chosen last': ({ step, before, snapshot }) => {
      const event = getEvent(step);
      if (before?.context.isHeld === true) return true;
      return event?.type !== 'delivery.choose' || snapshot.context.choice.method === event.method;
    },
    'while stations are listed one of them is chosen, and at no other time': ({ snapshot }) => {
      const { choice, stations } = snapshot.context;
      const isListed = snapshot.matches({ pickup: { place: 'choosingStation' } });
      return isListed === (choice.station !== null) && isListed === stations.length > 0;
    },
    'of the stations that come the picked one is chosen, else the first (§4, U26)': ({ step, before, snapshot }) => {
      if (step?.kind !== 'done' || step.actorId !== 'loadStations' || before === null) return true;
      const listed = step.event['output'] as readonly PickupStation[];
      const { wanted } = before.context;
      return snapshot.context.choice.station === (listed.find(({ _id }) => _id === wanted) ?? listed[0] ?? null);
    },
    'another place, or a station of it, is not the one that was picked or refused before (A47)': ({
      step,
      before,
      snapshot: { context },
    }) => {
      const isChosen = /^(county|town)\.choose/.test(step?.label ?? '') || step?.event['output'] !== undefined;
      return !isChosen || context.choice === before?.context.choice || (context.wanted ?? context.refusal) === null;
    },
    'what was picked from the search is chosen, and asked for only where it is not listed yet (U26)': (moment) => {
      const event = getEvent(moment.step);
      return (
        event?.type !== 'search.pick' ||
        moment.before?.context.isHeld === true ||
        moment.before?.matches('pickup') !== true ||
        isPicked(event.place, moment)
      );
    },
    'the search asks for what is typed, and finds what is answered (U26)': ({ step, before, snapshot, calls }) => {
      const { query, found } = snapshot.context;
      const asked = calls.filter((call) => call.slot === 'searchStations' && call.isOpen()).map(({ input }) => input);
      const isAsking = snapshot.matches({ pickup: { search: 'searching' } });
      const isAnswered = step?.kind === 'done' && step.actorId === 'searchStations';
      const isPicking = getEvent(step)?.type === 'search.pick' && before?.context.isHeld !== true;
      const isCleared = isPicking || snapshot.matches('home');
      const kept = isCleared ? [] : (before?.context.found ?? []);
      return (
        dequal(asked, isAsking ? [{ query: query.trim() }] : []) &&
        dequal(found, isAnswered ? step.event['output'] : kept)
      );
    },
    'only two letters and more are looked for, 300 ms after the last (U26, §5)': ({ step, before, snapshot }) => {
      const event = getEvent(step);
      if (!snapshot.matches('pickup') || before?.context.isHeld === true) return true;
      if (before?.matches('pickup') !== true) return snapshot.matches({ pickup: { search: 'idle' } });
      if (event?.type !== 'search.change')
        return event === null || event.type === 'search.pick' || isSameSearch(before, snapshot);
      return (
        snapshot.context.query === event.query &&
        snapshot.matches({ pickup: { search: isSearchable(event.query) ? 'waiting' : 'idle' } })
      );
    },
    "at most one town's stations are being loaded": ({ calls }) =>
      calls.filter((call) => call.slot === 'loadStations' && call.isOpen()).length <= 1,
    'a failure is told while it lasts, and one of the search never': ({ snapshot }) =>
      snapshot.matches({ pickup: { place: 'failed' } }) === (snapshot.context.problem !== null),
  },
  equivalents: {
    'swap pickup.place.choosingStation: search.pick #1': 'a listed place is a station, and a chosen town is none',
  },
});

type Snapshot = SnapshotFrom<typeof deliveryMachine>;

/** Returns the event that the shopper or the checkout has just sent; `null` for responses and timers. */
function getEvent(step: Step | null): DeliveryEvent | null {
  return step?.kind === 'user' ? (step.event as unknown as DeliveryEvent) : null;
}

function isSameSearch(one: Snapshot, other: Snapshot): boolean {
  return (
    one.context.query === other.context.query &&
    (['idle', 'waiting', 'searching'] as const).every(
      (search) => one.matches({ pickup: { search } }) === other.matches({ pickup: { search } }),
    )
  );
}

function isPicked(place: PickupPlace, { before, snapshot, started }: Moment<typeof deliveryMachine>): boolean {
  const { context } = snapshot;
  const { choice, stations } = before?.context ?? UNTOUCHED;
  const isListed = before?.matches({ pickup: { place: 'choosingStation' } }) === true;
  const station = stations.find(({ _id }) => _id === place.station?.id);
  const isThere = isListed && place.station === null && place.county === choice.county && place.town === choice.town;
  const isNew = belongsTo(place.town, place.county) && !isThere && station === undefined;
  const wanted = isNew
    ? { ...NO_PICKUP, county: place.county, town: place.town }
    : { ...choice, station: station ?? choice.station };
  return (
    dequal(context.choice, wanted) &&
    dequal(
      started.map(({ input }) => input),
      isNew ? [{ county: place.county, city: place.town }] : [],
    ) &&
    (!isNew || (context.wanted === (place.station?.id ?? null) && context.refusal === null)) &&
    context.query === '' &&
    context.found.length === 0 &&
    snapshot.matches({ pickup: { search: 'idle' } })
  );
}
