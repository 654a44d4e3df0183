import { belongsTo, COUNTIES, townsOf } from '../../contract/rules/counties.ts';
import { placesFound } from '../../src/rules/pickup.ts';
import { deliveryMachine } from '../../src/machines/delivery.machine.ts';
import { actsOf, defineModel } from '../../model-testing/model/define.ts';
import { fill, press, select } from '../../model-testing/view/act.ts';
import { s1, s2 } from './pickup.samples.ts';

/** No two counties share a constituency. Here Kiambu has a Westlands too, so that §4's rule for it is seen. */
export const twin = { county: 'Kiambu', town: 'Westlands' };

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
  },
  acts: actsOf<typeof deliveryMachine>({
    'delivery.choose': ({ method }) => press('radio', method === 'home_delivery' ? 'Free delivery' : 'Free pickup'),
    'county.choose': ({ county }) => (COUNTIES.includes(county) ? select('County', county) : null),
    'town.choose': ({ town }, { context: { choice } }) =>
      townsOf(choice.county).includes(town) ? select('Town', town) : null,
    'station.choose': ({ id }, { context: { stations } }) => {
      const station = stations.find(({ _id }) => _id === id);
      return station === undefined ? null : press('radio', station.name);
    },
    'stations.retry': press('button', 'Try Again'),
    'search.change': ({ query }) => fill('Search towns and stations', query, { role: 'searchbox' }),
    'search.pick': ({ place: { county, town, station } }, { context: { query, choice, found } }) => {
      const isFound = placesFound(query, choice.county, found).some(
        (one) => one.town === town && one.station?.id === station?.id,
      );
      if (!isFound) return null;
      return press('button', station === null ? `${town} ${county}` : `${station.name} Station in ${town}, ${county}`);
    },
    'choice.refused': { sentIn: 'src/machines/checkout.machine.ts' },
  }),
  done: {
    loadStations: { two: [s1, s2], none: [] },
    searchStations: { s2: [s2] },
  },
  project: ({ choice, stations, wanted, query, problem, refusal }) => ({
    ...choice,
    station: choice.station?._id,
    stations: stations.length,
    wanted,
    query: query.length > 1,
    hasProblem: problem !== null,
    isRefused: refusal !== null,
  }),
  beyond: [
    {
      what: /^pickup\.search[.:]/,
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
        { county: string; city: string } | undefined;
      return (
        (town === '' || isTwin || belongsTo(town, county)) &&
        (station === null || (context.stations.includes(station) && asked?.county === county && asked.city === town))
      );
    },
    'in home delivery nothing of pickup is chosen': ({ snapshot }) => {
      const {
        choice: { method, county, town, station },
        stations,
      } = snapshot.context;
      return (
        (method === 'home_delivery') === snapshot.matches('home') &&
        (method === 'pickup_station' || (county === '' && town === '' && station === null && stations.length === 0))
      );
    },
    'while stations are listed one of them is chosen, and at no other time': ({ snapshot }) =>
      snapshot.matches({ pickup: { place: 'choosingStation' } }) === (snapshot.context.choice.station !== null),
    "at most one town's stations are being loaded": ({ calls }) =>
      calls.filter((call) => call.slot === 'loadStations' && call.isOpen()).length <= 1,
    'a failure is told while it lasts, and one of the search never': ({ snapshot }) =>
      snapshot.matches({ pickup: { place: 'failed' } }) === (snapshot.context.problem !== null),
  },
});
