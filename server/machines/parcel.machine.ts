import { parcelSetup } from './parcel.setup.ts';
import type { ParcelMessage, ParcelState, ToldOrder } from './parcel.types.ts';

/**
 * The way of an order's parcel (OWN-P1, OWN-P2, OWN-P4), beside `order.machine.ts`, which knows its status and money
 * (decision 0140). It never runs as an actor either. `tellOrder` names the event that the order machine must accept in
 * the same transaction, otherwise the step is refused.
 */

const repeat = { actions: 'ignoreRepeat' } as const;
const tell = <const Event extends ToldOrder>(event: Event) => ({ type: 'tellOrder', params: { event } }) as const;
const news = <const About extends ParcelMessage>(about: About) =>
  ({ type: 'queueMessage', params: { about } }) as const;
const cameFrom = <const State extends ParcelState>(state: State) =>
  ({ type: 'remember', params: { from: state } }) as const;

/** A correction of a step that came from this state. */
const backTo = <const State extends ParcelState>(state: State, description: string) =>
  ({
    description: `${description}, less than 30 s ago, and nothing followed (OWN-P4).`,
    guard: { type: 'canGoBack', params: { state } },
    target: state,
    actions: ['undoStep', 'forget', tell('parcel.corrected')],
  }) as const;

const deliver = <const State extends ParcelState>(state: State) =>
  ({
    description: 'A home delivery, or a pickup whose buyer was checked by code or identity card (OWN-P2).',
    guard: 'isForBuyer',
    target: 'delivered',
    actions: [cameFrom(state), tell('staff.deliver')],
  }) as const;
const deliverHome = <const State extends ParcelState>(state: State) =>
  ({
    description: 'A home delivery. A pickup needs the collection code (OWN-P2).',
    guard: 'isHome',
    target: 'delivered',
    actions: [cameFrom(state), tell('staff.deliver')],
  }) as const;
const lose = <const State extends ParcelState>(state: State) =>
  ({ target: 'lost', actions: [cameFrom(state), tell('parcel.lost'), 'recordLoss', news('lost')] }) as const;
const resend = <const State extends ParcelState>(state: State) =>
  ({ target: 'onTheWay', actions: [cameFrom(state), tell('parcel.resent'), news('resent')] }) as const;
const bringBack = <const State extends ParcelState>(state: State) =>
  ({ target: 'returned', actions: [cameFrom(state), tell('parcel.returned'), news('returned')] }) as const;

const codes = {
  'code.resent': { description: 'The order is for pickup.', guard: 'isPickup', actions: 'makeCode' },
  'code.unlocked': { description: 'The order is for pickup.', guard: 'isPickup', actions: 'unlockCode' },
} as const;

export const parcelMachine = parcelSetup.createMachine({
  id: 'parcel',
  description: 'The parcel of one order, from the shop to the buyer or back.',
  context: ({ input }) => ({ ...input, cameFrom: null, changedAt: null }),
  initial: 'none',
  states: {
    none: {
      description: 'The order has not left the shop.',
      on: {
        'staff.ship': { target: 'onTheWay', actions: [cameFrom('none'), tell('staff.ship')] },
        'counter.handedOver': {
          description: 'Staff made the order at the counter (OWN-P1).',
          guard: 'isWalkIn',
          target: 'delivered',
          actions: [cameFrom('none'), tell('counter.handedOver')],
        },
      },
    },
    onTheWay: {
      description: 'On its way to the buyer or the pickup station.',
      on: {
        'staff.ship': repeat,
        'parcel.resent': repeat,
        'parcel.ready': {
          description: 'The order is for pickup (OWN-P2).',
          guard: 'isPickup',
          target: 'ready',
          actions: [cameFrom('onTheWay'), 'makeCode'],
        },
        'parcel.delivered': deliverHome('onTheWay'),
        'staff.deliver': deliverHome('onTheWay'),
        'parcel.refused': {
          description: 'At the door, so the order is a home delivery.',
          guard: 'isHome',
          target: 'refused',
          actions: [cameFrom('onTheWay'), news('refused')],
        },
        'parcel.lost': lose('onTheWay'),
        'parcel.corrected': [
          backTo('none', 'The parcel was shipped first'),
          backTo('refused', 'The refused parcel was sent again'),
          backTo('uncollected', 'The uncollected parcel was sent again'),
        ],
      },
    },
    ready: {
      description: 'Waits at the pickup station. The buyer has the collection code.',
      on: {
        'staff.ship': repeat,
        'parcel.ready': repeat,
        'parcel.delivered': {
          description: 'The buyer was checked by code or identity card (OWN-P2).',
          guard: 'isProved',
          target: 'delivered',
          actions: [cameFrom('ready'), tell('staff.deliver')],
        },
        'parcel.refused': { target: 'refused', actions: [cameFrom('ready'), news('refused')] },
        'parcel.lost': lose('ready'),
        'parcel.uncollected': {
          description: 'The 7 days since the message are over (OWN-P1).',
          guard: 'isTimeOver',
          target: 'uncollected',
          actions: ['forget', news('uncollected')],
        },
        'parcel.corrected': backTo('onTheWay', 'It was marked as ready'),
        'code.resent': { actions: 'makeCode' },
        'code.unlocked': { actions: 'unlockCode' },
      },
    },
    refused: {
      description: 'The buyer did not take it. It goes back to the shop, is sent again, or is taken after all.',
      on: {
        'staff.ship': repeat,
        'parcel.refused': repeat,
        'parcel.delivered': deliver('refused'),
        'staff.deliver': deliverHome('refused'),
        'parcel.lost': lose('refused'),
        'parcel.resent': resend('refused'),
        'parcel.returned': bringBack('refused'),
        'parcel.corrected': [
          backTo('onTheWay', 'It was refused at the door'),
          backTo('ready', 'It was refused at the station'),
        ],
        ...codes,
      },
    },
    uncollected: {
      description: 'The buyer did not collect it within 7 days. The collection code is still valid.',
      on: {
        'staff.ship': repeat,
        'parcel.uncollected': repeat,
        'parcel.delivered': {
          description: 'The buyer came after all, and was checked by code or identity card (OWN-P2).',
          guard: 'isProved',
          target: 'delivered',
          actions: [cameFrom('uncollected'), tell('staff.deliver')],
        },
        'parcel.lost': lose('uncollected'),
        'parcel.resent': resend('uncollected'),
        'parcel.returned': bringBack('uncollected'),
        'code.resent': { actions: 'makeCode' },
        'code.unlocked': { actions: 'unlockCode' },
      },
    },
    delivered: {
      description: 'The buyer has it.',
      on: {
        'parcel.delivered': repeat,
        'staff.deliver': repeat,
        'counter.handedOver': repeat,
        'parcel.corrected': [
          backTo('none', 'It was handed over at the counter'),
          backTo('onTheWay', 'It was delivered'),
          backTo('ready', 'It was collected'),
          backTo('refused', 'The buyer came after all'),
          backTo('uncollected', 'The buyer came after all'),
        ],
      },
    },
    lost: {
      description: 'Lost on its way. If it turns up, it is inspected.',
      on: {
        'parcel.lost': repeat,
        'parcel.returned': { target: 'returned', actions: cameFrom('lost') },
        'parcel.corrected': [
          backTo('onTheWay', 'It was lost on its way'),
          backTo('ready', 'It was lost at the station'),
          backTo('refused', 'It was lost on its way back'),
          backTo('uncollected', 'It was lost on its way back'),
        ],
      },
    },
    returned: {
      description: 'Back in the shop. Each line is inspected before its stock comes back.',
      on: {
        'parcel.returned': repeat,
        'stock.inspected': [
          {
            description: 'This line was inspected with the same result.',
            guard: 'isSameInspection',
            actions: 'ignoreRepeat',
          },
          {
            description: 'All other lines are inspected.',
            guard: 'isLastLine',
            target: 'inspected',
            actions: ['inspectLine', 'forget', { type: 'informOrder', params: { event: 'parcel.inspected' } }],
          },
          { description: 'Further lines wait for their inspection.', guard: 'isNewInspection', actions: 'inspectLine' },
        ],
        'parcel.corrected': [
          backTo('refused', 'The refused parcel came back'),
          backTo('uncollected', 'The uncollected parcel came back'),
          {
            description: 'The lost parcel turned up, less than 30 s ago, and nothing followed (OWN-P4).',
            guard: { type: 'canGoBack', params: { state: 'lost' } },
            target: 'lost',
            actions: ['undoStep', 'forget'],
          },
        ],
      },
    },
    inspected: {
      description: 'Back and inspected.',
      on: {
        'parcel.returned': repeat,
        'stock.inspected': {
          description: 'This line was inspected with the same result.',
          guard: 'isSameInspection',
          actions: 'ignoreRepeat',
        },
      },
    },
  },
});
