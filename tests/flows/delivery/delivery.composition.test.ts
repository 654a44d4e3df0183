import { STATION, STATIONS } from '../../support/fake-shop.ts';
import { call, walkArea } from '../support/walks.ts';
import type { World } from '../support/world.ts';

const guest = { user: null };
const pickup = (world: World) => world.start('delivery').send({ type: 'delivery.choose', method: 'pickup_station' });

walkArea('delivery', () => {
  call('delivery', 'loadStations', {
    world: guest,
    open: (world) => {
      pickup(world);
      world.actor.send({ type: 'county.choose', county: 'Nairobi' });
    },
    act: ({ actor }) => actor.send({ type: 'town.choose', town: 'Westlands' }),
    does: [
      { sent: 'pickupStationsAt', query: { county: 'Nairobi', city: 'Westlands' } },
      { done: 'loadStations', output: STATIONS },
    ],
    leave: ({ actor }) => actor.send({ type: 'delivery.choose', method: 'home_delivery' }),
  });
  call('delivery', 'searchStations', {
    world: guest,
    open: (world) => {
      pickup(world);
      world.actor.send({ type: 'search.change', query: ' westl ' });
    },
    act: ({ advance }) => advance(300),
    does: [
      { sent: 'searchPickupStations', query: { query: 'westl' } },
      { done: 'searchStations', output: STATIONS },
    ],
    leave: ({ actor }) =>
      actor.send({ type: 'search.pick', place: { county: 'Nairobi', town: 'Westlands', station: { id: STATION } } }),
  });
});
