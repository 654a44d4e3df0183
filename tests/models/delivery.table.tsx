import type { deliveryMachine } from '../../src/machines/delivery.machine.ts';
import { DeliveryView } from '../../src/views/checkout/delivery.view.tsx';
import type { Table } from '../support/table/table.ts';

export const deliveryTable: Table<typeof deliveryMachine> = {
  view: (snapshot) => <DeliveryView snapshot={snapshot} send={() => undefined} />,
  start: { always: '' },
  reach: { home: () => undefined },
  on: [[/^choose delivery\(home_delivery\)$/, (live) => live.send({ type: 'delivery.choose', method: 'home_delivery' })]],
  calls: [],
  elsewhere: [
    { rows: /^pickup|^home: choose delivery\(pickup_station\)/, by: 'later: pickup stations' },
    { rows: /^invariant: a chosen town/, by: 'later: pickup stations' },
  ],
};
