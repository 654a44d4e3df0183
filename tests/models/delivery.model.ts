import { deliveryMachine } from '../../src/machines/delivery.machine.ts';
import { defineModel } from '../support/model/define.ts';

export const deliveryModel = defineModel({
  flow: 'delivery',
  machine: deliveryMachine,
  inputs: { '': undefined },
  events: { 'delivery.choose': { home: { method: 'home_delivery' }, pickup: { method: 'pickup_station' } } },
  done: {},
  delays: {},
  states: { home: (snapshot) => snapshot.matches('home') },
  invariants: {
    'in home delivery nothing of pickup is chosen': ({ snapshot }) => Object.keys(snapshot.context).length === 0,
  },
});
