import { money } from './order.regions.ts';
import { orderSetup } from './order.setup.ts';

/**
 * What may happen to an order, from the moment it is made (§4 Order status, providers 2.3).
 *
 * Never run as an actor: the row is the truth, `transition()` decides what an event does to it and the
 * repository commits that with a guarded update. Custom actions name what the caller has to do in the
 * same transaction; they are read, not executed.
 */

export const orderMachine = orderSetup.createMachine({
  id: 'order',
  description: 'One order: how far it has come, where the money is and what happens to its stock.',
  context: ({ input }) => ({ ...input, trackingNumber: null, payments: [] }),
  type: 'parallel',
  states: {
    status: {
      description: 'How far the order has come.',
      initial: 'pending',
      states: {
        pending: {
          description: 'Placed; waits for its payment or, with cash on delivery, for the staff.',
          on: {
            'payment.succeeded': {
              description: 'The order is not held for the payments desk.',
              guard: 'isSettled',
              target: 'processing',
            },
            'payment.failed': { actions: 'ignoreRepeat' },
            'payment.clear': {
              description: 'The order is held for the payments desk.',
              guard: 'isHeld',
              target: 'processing',
            },
            'payment.giveBack': {
              description: 'The order is held for the payments desk.',
              guard: 'isHeld',
              target: 'cancelled.byStaff',
            },
            'staff.process': {
              description: 'It is paid on delivery and not held for the payments desk (Q24).',
              guard: 'isSettledCash',
              target: 'processing',
            },
            'staff.cancel': {
              description: 'The order is not held for the payments desk.',
              guard: 'isSettled',
              target: 'cancelled.byStaff',
            },
            'shopper.cancel': {
              description: 'The order is not held for the payments desk.',
              guard: 'isSettled',
              target: 'cancelled.byShopper',
            },
            'order.replace': {
              description: 'It is by M-Pesa, without a live attempt, and not held for the payments desk (D21).',
              guard: 'isFreeMpesa',
              target: 'cancelled.replaced',
            },
            'method.cash': [
              { description: 'It is paid on delivery already.', guard: 'isCashOnDelivery', actions: 'ignoreRepeat' },
              {
                description: 'It is by M-Pesa, without a live attempt, and not held for the payments desk (D21).',
                guard: 'isFreeMpesa',
                actions: 'setCashOnDelivery',
              },
            ],
            'expiry.due': [
              {
                description: 'Its time is over, and it has no live attempt (D12).',
                guard: 'canExpire',
                target: 'cancelled.expired',
                actions: { type: 'queueMessage', params: { about: 'expired' } },
              },
              {
                description: 'Its time is over, but the shopper may still pay: that is settled first (D12).',
                guard: 'isOverdue',
                actions: 'settleAttemptFirst',
              },
            ],
          },
        },
        processing: {
          description: 'Being packed: paid, or to be paid at the door.',
          on: {
            'staff.process': { actions: 'ignoreRepeat' },
            'staff.ship': {
              description: 'It is paid or will be at the door, and not held for the payments desk.',
              guard: 'canShip',
              target: 'shipped',
              actions: [
                { type: 'setTrackingNumber', params: ({ event }) => event },
                'takeFromShelf',
                { type: 'queueMessage', params: { about: 'shipped' } },
              ],
            },
            'payment.giveBack': {
              description: 'The order is held for the payments desk.',
              guard: 'isHeld',
              target: 'cancelled.byStaff',
            },
            'staff.cancel': {
              description: 'The order is not held for the payments desk.',
              guard: 'isSettled',
              target: 'cancelled.byStaff',
            },
            'shopper.cancel': {
              description: 'Nothing has come in for it.',
              guard: 'isUnpaid',
              target: 'cancelled.byShopper',
            },
            'method.cash': { actions: 'ignoreRepeat' },
          },
        },
        shipped: {
          description: 'On its way; nobody can cancel it any more.',
          on: {
            'staff.ship': { actions: 'ignoreRepeat' },
            'staff.deliver': { target: 'delivered', actions: { type: 'queueMessage', params: { about: 'delivered' } } },
          },
        },
        delivered: {
          description: 'In the hands of the shopper, for good.',
          on: { 'staff.deliver': { actions: 'ignoreRepeat' } },
        },
        cancelled: {
          description: 'Will not be sent; remembers who or what ended it.',
          entry: 'announceCancelled',
          initial: 'byStaff',
          on: {
            'shopper.cancel': { actions: 'ignoreRepeat' },
            'staff.cancel': { actions: 'ignoreRepeat' },
            'expiry.due': { actions: 'ignoreRepeat' },
          },
          states: {
            byStaff: { description: 'The shop could not or would not send it.' },
            byShopper: { description: 'The shopper changed their mind.' },
            replaced: {
              description: 'The shopper placed another order instead of this unpaid one.',
              on: { 'order.replace': { actions: 'ignoreRepeat' } },
            },
            expired: {
              description: 'Not paid in time; money that still comes reopens it while there is stock.',
              on: {
                // Whoever ordered anew does not want this one too: its late money goes back (D21, Q15).
                'order.replace': 'replaced',
                'payment.succeeded': {
                  description: 'It had expired unpaid, and its pieces can be held again (D12).',
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
    stock: {
      description: 'What the order does to the pieces that can be sold.',
      initial: 'reserving',
      states: {
        reserving: {
          description: 'Cash on delivery takes its pieces at once, M-Pesa holds them for its payment.',
          always: [
            { description: 'It is paid on delivery (D11).', guard: 'isCashOnDelivery', target: 'committed' },
            { description: 'It is paid by M-Pesa (D11).', target: 'held' },
          ],
        },
        held: {
          description: 'Kept for the payment until the order expires.',
          on: {
            'payment.succeeded': {
              description: 'The order is not held for the payments desk.',
              guard: 'isSettled',
              target: 'committed',
            },
            'payment.clear': {
              description: 'The order is held for the payments desk.',
              guard: 'isHeld',
              target: 'committed',
            },
            'method.cash': {
              description: 'It is by M-Pesa, without a live attempt, and not held for the payments desk (D21).',
              guard: 'isFreeMpesa',
              target: 'committed',
            },
            'order.cancelled': 'released',
          },
        },
        committed: { description: 'Belongs to this order.', on: { 'order.cancelled': 'released' } },
        released: { description: 'For sale again.', on: { 'order.reopened': 'committed' } },
      },
    },
  },
});
