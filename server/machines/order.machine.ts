import { cash, money } from './order.regions.ts';
import { orderSetup } from './order.setup.ts';

/**
 * Allowed changes of an order, from its creation on (§4 Order status, providers 2.3). The machine never runs as an
 * actor. The row is the source of truth: `transition()` decides what an event changes, and the repository commits the
 * result with a guarded update. Custom actions name the side effects that the caller performs in the same transaction.
 * They are read, not executed.
 */

export const orderMachine = orderSetup.createMachine({
  id: 'order',
  description: 'One order: its progress, its money, its stock and the cash of its delivery.',
  context: ({ input }) => ({ ...input, trackingNumber: null, payments: [], isWaived: false }),
  type: 'parallel',
  states: {
    status: {
      description: 'Progress of the order.',
      initial: 'pending',
      states: {
        pending: {
          description: 'Placed. Waits for the payment, or for the staff with cash on delivery.',
          on: {
            'payment.succeeded': {
              description: 'The order is not held for review, and the payment is new.',
              guard: 'isSettledByNew',
              target: 'processing',
            },
            'payment.failed': { actions: 'ignoreRepeat' },
            'payment.clear': {
              description: 'The order is held for review.',
              guard: 'isHeld',
              target: 'processing',
            },
            'payment.giveBack': {
              description: 'The order is held for review.',
              guard: 'isHeld',
              target: 'cancelled.byStaff',
            },
            'staff.process': {
              description: 'The order is paid on delivery and is not held for review (Q24).',
              guard: 'isSettledCash',
              target: 'processing',
            },
            'staff.cancel': {
              description: 'The order is not held for review.',
              guard: 'isSettled',
              target: 'cancelled.byStaff',
            },
            'shopper.cancel': {
              description: 'The order is not held for review.',
              guard: 'isSettled',
              target: 'cancelled.byShopper',
            },
            'counter.handedOver': {
              description: 'The order is paid or will be paid in cash, and is not held for review (OWN-P1).',
              guard: 'canHandOver',
              target: 'delivered',
              actions: ['takeFromShelf', { type: 'queueMessage', params: { about: 'delivered' } }],
            },
            'order.replace': {
              description: 'The order is paid by M-Pesa, has no live payment attempt and is not held for review (D21).',
              guard: 'isFreeMpesa',
              target: 'cancelled.replaced',
            },
            'method.cash': [
              {
                description: 'The order is already paid on delivery.',
                guard: 'isCashOnDelivery',
                actions: 'ignoreRepeat',
              },
              {
                description:
                  'The order is paid by M-Pesa, has no live payment attempt and is not held for review (D21).',
                guard: 'isFreeMpesa',
                actions: 'setCashOnDelivery',
              },
            ],
            'expiry.due': [
              {
                description: 'The time to pay has passed, and no payment attempt is live (D12).',
                guard: 'canExpire',
                target: 'cancelled.expired',
                actions: { type: 'queueMessage', params: { about: 'expired' } },
              },
              {
                description: 'The time to pay has passed, but a live payment attempt must end first (D12).',
                guard: 'isOverdue',
                actions: 'settleAttemptFirst',
              },
            ],
          },
        },
        processing: {
          description: 'The shop packs the order. It is paid, or will be paid on delivery.',
          on: {
            'staff.process': { actions: 'ignoreRepeat' },
            'staff.ship': {
              description: 'The order is paid or will be paid on delivery, and is not held for review.',
              guard: 'canShip',
              target: 'shipped',
              actions: [
                { type: 'setTrackingNumber', params: ({ event }) => event },
                'takeFromShelf',
                { type: 'queueMessage', params: { about: 'shipped' } },
              ],
            },
            'counter.handedOver': {
              description: 'The order is paid or will be paid in cash, and is not held for review (OWN-P1).',
              guard: 'canHandOver',
              target: 'delivered',
              actions: ['takeFromShelf', { type: 'queueMessage', params: { about: 'delivered' } }],
            },
            'payment.giveBack': {
              description: 'The order is held for review.',
              guard: 'isHeld',
              target: 'cancelled.byStaff',
            },
            'staff.cancel': {
              description: 'The order is not held for review.',
              guard: 'isSettled',
              target: 'cancelled.byStaff',
            },
            'shopper.cancel': {
              description: 'No payment has arrived.',
              guard: 'isUnpaid',
              target: 'cancelled.byShopper',
            },
            'method.cash': { actions: 'ignoreRepeat' },
          },
        },
        shipped: {
          description: 'The parcel has left the shop. `parcel.machine.ts` knows where it is.',
          on: {
            'staff.ship': { actions: 'ignoreRepeat' },
            'staff.deliver': {
              description: 'Its money does not go back to the shopper (OWN-P1).',
              guard: 'canDeliver',
              target: 'delivered',
              actions: { type: 'queueMessage', params: { about: 'delivered' } },
            },
            'parcel.resent': {
              description:
                'The money is not in doubt and does not go back. Without a new tracking number the old one stays.',
              guard: 'canResend',
              actions: {
                type: 'setTrackingNumber',
                params: ({ event, context }) => ({ trackingNumber: event.trackingNumber ?? context.trackingNumber }),
              },
            },
            'parcel.lost': 'cancelled.lost',
            'parcel.returned': 'cancelled.returned',
            'parcel.corrected': [
              {
                description: 'The shipping is undone, and nothing followed it (OWN-P4).',
                guard: 'canUnship',
                target: 'processing',
                actions: [{ type: 'setTrackingNumber', params: ({ event }) => event }, 'returnToShelf'],
              },
              {
                description: 'Another step of the parcel is undone, and nothing followed it (OWN-P4).',
                guard: 'canCorrect',
                actions: { type: 'setTrackingNumber', params: ({ event }) => event },
              },
            ],
          },
        },
        delivered: {
          description: 'The shopper has the parcel. Only a correction within 30 s leaves this state (OWN-P4).',
          on: {
            'staff.deliver': { actions: 'ignoreRepeat' },
            'parcel.corrected': [
              {
                description: 'The parcel had been shipped, and nothing followed the delivery (OWN-P4).',
                guard: 'canShipAgain',
                target: 'shipped',
              },
              {
                description: 'It was handed over before it was packed and is not paid by M-Pesa (OWN-P4).',
                guard: 'canWaitAgain',
                target: 'pending',
                actions: 'returnToShelf',
              },
              {
                description: 'It was handed over when it was packed, or is paid by M-Pesa now (OWN-P4).',
                guard: 'canCorrect',
                target: 'processing',
                actions: 'returnToShelf',
              },
            ],
          },
        },
        cancelled: {
          description: 'The order will not be sent. The substate shows why.',
          initial: 'byStaff',
          on: {
            'shopper.cancel': { actions: 'ignoreRepeat' },
            'staff.cancel': { actions: 'ignoreRepeat' },
            'expiry.due': { actions: 'ignoreRepeat' },
          },
          states: {
            byStaff: { description: 'The staff cancelled the order.', entry: 'announceCancelled' },
            byShopper: { description: 'The shopper cancelled the order.', entry: 'announceCancelled' },
            lost: {
              description: 'The parcel was lost. Its stock does not come back (OWN-P1).',
              on: {
                'parcel.corrected': {
                  description: 'The loss is undone, and nothing followed it (OWN-P4).',
                  guard: 'canCorrect',
                  target: '#order.status.shipped',
                },
              },
            },
            returned: {
              description: 'The parcel came back. The inspection brings its stock back (OWN-P1).',
              on: {
                'parcel.corrected': {
                  description: 'The return is undone, and nothing followed it (OWN-P4).',
                  guard: 'canCorrect',
                  target: '#order.status.shipped',
                },
              },
            },
            replaced: {
              entry: 'announceCancelled',
              description: 'The shopper placed another order instead of this unpaid one.',
              on: { 'order.replace': { actions: 'ignoreRepeat' } },
            },
            expired: {
              entry: 'announceCancelled',
              description: 'The order was not paid in time. A late payment reopens it while there is stock.',
              on: {
                // The shopper has already ordered again, so late money for this order is refunded (D21, Q15).
                'order.replace': 'replaced',
                'payment.succeeded': {
                  description: 'The order expired unpaid, and its items are still in stock (D12).',
                  guard: 'canReopen',
                  target: '#order.status.processing',
                  actions: 'announceReopened',
                },
              },
            },
          },
        },
      },
    },
    money,
    cash,
    stock: {
      description: 'Effect of the order on the stock for sale.',
      initial: 'reserving',
      states: {
        reserving: {
          description: 'Cash on delivery commits the items immediately. M-Pesa reserves them until the payment.',
          always: [
            { description: 'The order is paid on delivery (D11).', guard: 'isCashOnDelivery', target: 'committed' },
            { description: 'The order is paid by M-Pesa (D11).', target: 'held' },
          ],
        },
        held: {
          description: 'The items are reserved until the payment arrives or the order expires.',
          on: {
            'payment.succeeded': {
              description: 'The order is not held for review, and the payment is new.',
              guard: 'isSettledByNew',
              target: 'committed',
            },
            'payment.clear': {
              description: 'The order is held for review.',
              guard: 'isHeld',
              target: 'committed',
            },
            'method.cash': {
              description: 'The order is paid by M-Pesa, has no live payment attempt and is not held for review (D21).',
              guard: 'isFreeMpesa',
              target: 'committed',
            },
            'order.cancelled': 'released',
          },
        },
        committed: { description: 'The items belong to this order.', on: { 'order.cancelled': 'released' } },
        released: { description: 'The items are for sale again.', on: { 'order.reopened': 'committed' } },
      },
    },
  },
});
