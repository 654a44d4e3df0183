import { and, assign, or, setup } from 'xstate';
import { GRACE_MS } from '../../contract/rules/grace.ts';
import type {
  ParcelContext,
  ParcelInput,
  ParcelMachineEvent,
  ParcelMessage,
  ParcelState,
  ToldOrder,
} from './parcel.types.ts';

const readByCaller = (): never => {
  throw new Error('parcel: effects are read from transition(), never executed');
};

/** Actions and guards of `parcel.machine.ts`. */
export const parcelSetup = setup({
  types: {
    input: {} as ParcelInput,
    context: {} as ParcelContext,
    events: {} as ParcelMachineEvent,
  },
  actions: {
    ignoreRepeat: readByCaller,
    tellOrder: readByCaller as (scope: unknown, params: { event: ToldOrder }) => void,
    /** The order takes the event if it concerns its money. */
    informOrder: readByCaller as (scope: unknown, params: { event: ToldOrder }) => void,
    queueMessage: readByCaller as (scope: unknown, params: { about: ParcelMessage }) => void,
    /** Makes a collection code and queues its message (OWN-P2). */
    makeCode: readByCaller,
    unlockCode: readByCaller,
    inspectLine: readByCaller,
    recordLoss: readByCaller,
    /** Restores what the last step changed, and drops its message (OWN-P4). */
    undoStep: readByCaller,
    remember: assign({
      cameFrom: (_, params: { from: ParcelState }) => params.from,
      changedAt: ({ event }) => ('now' in event ? event.now : null),
    }),
    /** The step cannot be undone. */
    forget: assign({ cameFrom: null, changedAt: null }),
  },
  guards: {
    isHome: ({ context }) => context.delivery === 'home',
    isPickup: ({ context }) => context.delivery === 'pickup',
    isWalkIn: ({ context }) => context.delivery === 'walkIn',
    isProved: ({ event }) => event.type === 'parcel.delivered' && event.proof !== null,
    isForBuyer: or(['isHome', and(['isPickup', 'isProved'])]),
    isTimeOver: ({ event }) =>
      event.type === 'parcel.uncollected' && event.collectUntil !== null && event.now >= event.collectUntil,
    isSameInspection: ({ event }) => event.type === 'stock.inspected' && event.known === 'same',
    isNewInspection: ({ event }) => event.type === 'stock.inspected' && event.known === null,
    isLastLine: and([({ event }) => event.type === 'stock.inspected' && event.isLast, 'isNewInspection']),
    /** The last step came from this state, is less than 30 s old, and nothing followed it (OWN-P4). */
    canGoBack: ({ context, event }, params: { state: ParcelState }) =>
      event.type === 'parcel.corrected' &&
      context.cameFrom === params.state &&
      context.changedAt !== null &&
      event.now < context.changedAt + GRACE_MS &&
      !event.isFollowed,
  },
});
