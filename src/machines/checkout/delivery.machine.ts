import { assign, setup } from 'xstate';
import type { DeliveryMethod } from '../../../contract/orders.ts';
import type { PickupStation } from '../../../contract/pickup.ts';
import { belongsTo, getTowns } from '../../../contract/rules/counties.ts';
import { toListedProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { HOME_DELIVERY, isSearchable, NO_PICKUP } from '../../rules/checkout/pickup.ts';
import type { DeliveryChoice, PickupPlace } from '../../rules/checkout/pickup.ts';
import { withEvent, withOutput } from '../parts.ts';
import { callSlot, slot } from '../slots.ts';
import * as texts from '../../texts/checkout.ts';

/**
 * The delivery choice inside the checkout (§2, §4 Delivery choice). The checkout reads `choice` from each snapshot
 * (`getDeliveryChoice`), sends `choice.refused` when it is incomplete, and locks it while an order with it is under
 * way.
 */

export interface DeliveryContext {
  readonly choice: DeliveryChoice;
  /** Stations of the chosen town. */
  readonly stations: readonly PickupStation[];
  /** The station that was picked by name, until the stations of its town are loaded. */
  readonly wanted: string | null;
  /** Text of the search. */
  readonly query: string;
  /** Stations that the server found for this text or an earlier one. */
  readonly found: readonly PickupStation[];
  readonly problem: Problem | null;
  /** Why the checkout refused the choice (§5). Shown at the first open control. */
  readonly refusal: string | null;
  /** The choice is locked while it is being ordered (D9). */
  readonly isHeld: boolean;
}

export type DeliveryEvent =
  | { readonly type: 'delivery.choose'; readonly method: DeliveryMethod }
  | { readonly type: 'county.choose'; readonly county: string }
  | { readonly type: 'town.choose'; readonly town: string }
  | { readonly type: 'station.choose'; readonly id: string }
  | { readonly type: 'stations.retry' }
  | { readonly type: 'search.change'; readonly query: string }
  | { readonly type: 'search.pick'; readonly place: PickupPlace }
  | { readonly type: 'choice.refused'; readonly text: string }
  | { readonly type: 'choice.hold'; readonly isOn: boolean };

const NOTHING = { stations: [], wanted: null, query: '', found: [], problem: null, refusal: null };

export const deliveryMachine = setup({
  types: { context: {} as DeliveryContext, events: {} as DeliveryEvent },
  actors: {
    /** The stations of a town; `city` is the constituency (U26). */
    loadStations: callSlot<readonly PickupStation[], { county: string; city: string }>(),
    /** Stations by name. */
    searchStations: callSlot<readonly PickupStation[], { query: string }>(),
  },
  actions: {
    chooseHome: assign({ ...NOTHING, choice: HOME_DELIVERY }),
    choosePickup: assign({ choice: NO_PICKUP }),
    setCounty: assign(({ context: { choice } }, { county }: { county: string }) => ({
      choice: { ...choice, county, station: null },
      stations: [],
      wanted: null,
      refusal: null,
    })),
    clearTown: assign({ choice: ({ context }) => ({ ...context.choice, town: '' }) }),
    setTown: assign(({ context: { choice } }, { town }: { town: string }) => ({
      choice: { ...choice, town, station: null },
      stations: [],
      wanted: null,
      refusal: null,
    })),
    setPlace: assign((_, { place: { county, town, station } }: { place: PickupPlace }) => ({
      choice: { ...NO_PICKUP, county, town },
      stations: [],
      wanted: station?.id ?? null,
      refusal: null,
    })),
    setStations: assign(({ context: { choice, wanted } }, stations: readonly PickupStation[]) => ({
      stations,
      choice: { ...choice, station: stations.find(({ _id }) => _id === wanted) ?? stations[0] ?? null },
      wanted: null,
      refusal: null,
    })),
    setStation: assign(({ context: { choice, stations } }, { id }: { id: string | undefined }) => ({
      choice: { ...choice, station: stations.find(({ _id }) => _id === id) ?? choice.station },
    })),
    setQuery: assign({ query: (_, params: { query: string }) => params.query }),
    clearSearch: assign({ query: '', found: [] }),
    setFound: assign({ found: (_, stations: readonly PickupStation[]) => stations }),
    setProblem: assign({ problem: (_, params: { problem: Problem }) => params.problem }),
    clearProblem: assign({ problem: null }),
    setHeld: assign({ isHeld: (_, { isOn }: { isOn: boolean }) => isOn }),
    setRefusal: assign({ refusal: (_, { text }: { text: string }) => text }),
  },
  guards: {
    isHeld: ({ context }) => context.isHeld,
    /** Only a complete choice is ordered (§5), so only a complete one is locked. */
    isComplete: ({ context: { choice } }) => choice.method === 'home_delivery' || choice.station !== null,
    isHome: (_, { method }: { method: DeliveryMethod }) => method === 'home_delivery',
    isPickup: (_, { method }: { method: DeliveryMethod }) => method === 'pickup_station',
    isOtherCounty: ({ context: { choice } }, { county }: { county: string }) =>
      county !== choice.county && getTowns(county).length > 0,
    isOtherCountyOfTown: ({ context: { choice } }, { county }: { county: string }) =>
      county !== choice.county && belongsTo(choice.town, county),
    isOtherTown: ({ context: { choice } }, { town }: { town: string }) =>
      town !== choice.town && belongsTo(town, choice.county),
    isPlace: (_, { place }: { place: PickupPlace }) => belongsTo(place.town, place.county),
    isChosenTown: ({ context: { choice } }, { place }: { place: PickupPlace }) =>
      place.county === choice.county && place.town === choice.town && place.station === null,
    isListed: ({ context: { stations } }, { id }: { id: string | undefined }) => stations.some(({ _id }) => _id === id),
    isEmpty: (_, stations: readonly PickupStation[]) => stations.length === 0,
    isSearchable: (_, { query }: { query: string }) => isSearchable(query),
  },
  delays: { searchDebounce: 300 },
}).createMachine({
  id: 'delivery',
  description: 'The choice between delivery to the door and a pickup station.',
  context: () => ({ ...NOTHING, choice: HOME_DELIVERY, isHeld: false }),
  initial: 'home',
  on: {
    'choice.hold': {
      description: 'A complete choice is locked while the order is under way. One without a station stays open.',
      guard: 'isComplete',
      actions: withEvent('setHeld'),
    },
  },
  states: {
    home: {
      description: 'The parcel comes to the door, free of charge.',
      on: {
        'delivery.choose': [
          { description: 'An order is under way, so the choice is locked.', guard: 'isHeld' },
          {
            description: 'The shopper chooses pickup.',
            guard: withEvent('isPickup'),
            target: 'pickup',
            actions: 'choosePickup',
          },
        ],
      },
    },

    pickup: {
      description: 'The shopper chooses a station by county and town or by name.',
      type: 'parallel',
      on: {
        'delivery.choose': [
          { description: 'An order is under way, so the choice is locked.', guard: 'isHeld' },
          {
            description: 'The shopper chooses home delivery.',
            guard: withEvent('isHome'),
            target: 'home',
            actions: 'chooseHome',
          },
        ],
        'choice.refused': { actions: withEvent('setRefusal') },
      },
      states: {
        place: {
          description: 'County, then town, then station.',
          initial: 'choosingCounty',
          on: {
            'county.choose': [
              { description: 'An order is under way, so the choice is locked.', guard: 'isHeld' },
              {
                description: 'The chosen town also belongs to the new county.',
                guard: withEvent('isOtherCountyOfTown'),
                target: '.loadingStations',
                actions: withEvent('setCounty'),
              },
              {
                description: 'The town does not belong to the new county.',
                guard: withEvent('isOtherCounty'),
                target: '.choosingTown',
                actions: [withEvent('setCounty'), 'clearTown'],
              },
            ],
            'town.choose': [
              { description: 'An order is under way, so the choice is locked.', guard: 'isHeld' },
              {
                description: 'The town is a new one in the county.',
                guard: withEvent('isOtherTown'),
                target: '.loadingStations',
                actions: withEvent('setTown'),
              },
            ],
            'search.pick': {
              description: 'The shopper picked a town or a station from the search results.',
              guard: withEvent('isPlace'),
              target: '.loadingStations',
              actions: withEvent('setPlace'),
            },
          },
          states: {
            choosingCounty: { description: 'No county is chosen yet. The 47 counties are listed.' },
            choosingTown: { description: 'The towns of the county are listed.' },
            loadingStations: {
              description: 'The stations of the town are loading. Replies for earlier towns are dropped.',
              invoke: {
                ...slot('loadStations'),
                input: ({ context: { choice } }) => ({ county: choice.county, city: choice.town }),
                onDone: [
                  {
                    description: 'The town has no pickup station.',
                    guard: withOutput('isEmpty'),
                    target: 'noStations',
                  },
                  {
                    description: 'The town has pickup stations. The picked one is selected, else the first (§4).',
                    target: 'choosingStation',
                    actions: withOutput('setStations'),
                  },
                ],
                onError: {
                  target: 'failed',
                  actions: {
                    type: 'setProblem',
                    params: ({ event }) => ({
                      problem: toListedProblem(event.error, texts.failedToLoadStations),
                    }),
                  },
                },
              },
            },
            choosingStation: {
              description: 'The stations of the town are listed, with one selected.',
              on: {
                'station.choose': [
                  { description: 'An order is under way, so the choice is locked.', guard: 'isHeld' },
                  {
                    description: 'The station is in the town.',
                    guard: withEvent('isListed'),
                    actions: withEvent('setStation'),
                  },
                ],
                'search.pick': [
                  { description: 'An order is under way, so the choice is locked.', guard: 'isHeld' },
                  {
                    description: 'The picked station is in the selected town.',
                    guard: { type: 'isListed', params: ({ event }) => ({ id: event.place.station?.id }) },
                    actions: { type: 'setStation', params: ({ event }) => ({ id: event.place.station?.id }) },
                  },
                  // The town is already selected, so its stations need not be loaded again.
                  {
                    description: 'The picked town is already selected.',
                    guard: withEvent('isChosenTown'),
                  },
                ],
              },
            },
            noStations: { description: 'The town has no pickup station. The shopper can choose another town.' },
            failed: {
              description: 'The stations could not be loaded. The shopper can try again.',
              exit: 'clearProblem',
              on: { 'stations.retry': 'loadingStations' },
            },
          },
        },

        search: {
          description: 'The search over towns and stations. Errors are not shown.',
          initial: 'idle',
          on: {
            'search.change': [
              { description: 'An order is under way, so the choice is locked.', guard: 'isHeld' },
              {
                description: 'At least 2 characters are typed (§5).',
                guard: withEvent('isSearchable'),
                target: '.waiting',
                actions: withEvent('setQuery'),
              },
              { description: 'Less than 2 characters are typed.', target: '.idle', actions: withEvent('setQuery') },
            ],
            'search.pick': [
              { description: 'An order is under way, so the choice is locked.', guard: 'isHeld' },
              {
                description: 'The choice is open, so the search closes.',
                target: '.idle',
                actions: 'clearSearch',
              },
            ],
          },
          states: {
            idle: { description: 'No request is running. The results are listed.' },
            waiting: {
              description: 'The shopper may still be typing. Matching towns are listed immediately.',
              after: { searchDebounce: { description: '300 ms after the last character (§5).', target: 'searching' } },
            },
            searching: {
              description: 'Stations with this name are loading.',
              invoke: {
                ...slot('searchStations'),
                input: ({ context }) => ({ query: context.query.trim() }),
                onDone: { target: 'idle', actions: withOutput('setFound') },
                onError: 'idle',
              },
            },
          },
        },
      },
    },
  },
});
