import type { Order, PARCEL_STATES } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';
import { getDue } from './shown-order.ts';
import * as texts from '../../texts/orders.ts';

/** What an order's page and the list of orders say about its parcel (OWN-P1 to OWN-P4, decision 0146). */

export type ParcelState = (typeof PARCEL_STATES)[number];
type Parcel = NonNullable<Order['parcel']>;

export interface ParcelWords {
  readonly state: ParcelState;
  /** What happened, on the order's page. `null` where the status says it. */
  readonly sentence: string | null;
  /** What the shopper can do, on the order's page. */
  readonly advice: readonly string[];
  /** The same in the list of orders, shorter. */
  readonly listed: readonly string[];
  /** How to get another code, in the details of the list. */
  readonly details: readonly string[];
  /** Beside the status in the choice of an order. `null` where the status says it. */
  readonly beside: string | null;
}

const PHONE = formatPhone(shop.phone);
const SILENT = { sentence: null, advice: [], listed: [], details: [], beside: null } as const;

/** Returns the state of the order's parcel. `null` before it is shipped, and for a state of a later server. */
export function getParcelState({ parcel }: Pick<Order, 'parcel'>): ParcelState | null {
  return parcel !== null && isKnown(parcel.state) ? parcel.state : null;
}

/**
 * Returns what to say about the order's parcel. `null` without one.
 * @param until end of the time to collect it, in words; empty when it has not begun
 */
export function getParcelWords(order: Order, until: string): ParcelWords | null {
  const state = getParcelState(order);
  return order.parcel === null || state === null
    ? null
    : { state, ...SILENT, ...WORDS[state](order, order.parcel, until) };
}

type Words = Partial<Omit<ParcelWords, 'state'>>;

const WORDS: Readonly<Record<ParcelState, (order: Order, parcel: Parcel, until: string) => Words>> = {
  onTheWay: describeTravel,
  ready: describePickup,
  refused: (order) => describeWayBack(order, texts.parcelRefused),
  uncollected: (order) => describeWayBack(order, texts.parcelUncollected),
  delivered: (_, parcel) => describeDelivery(parcel),
  lost: (order) => describeEnd(order, texts.parcelLost),
  returned: (order) => describeEnd(order, texts.parcelReturned),
};

function isKnown(state: string): state is ParcelState {
  return Object.hasOwn(WORDS, state);
}

function describeTravel(order: Order, { pickup, history }: Parcel): Words {
  const isAgain = history.some(({ event }) => event === 'resent');
  const toPay = pickup === null ? texts.payAtDoor : texts.payAtCounter;
  const advice = isCashDue(order) ? [toPay(formatKsh(getDue(order)))] : [];
  if (pickup === null) {
    return isAgain ? { sentence: texts.onItsWayAgain, advice, listed: [texts.listedOnItsWayAgain] } : { advice };
  }
  return {
    sentence: texts.onItsWayTo(pickup.name, isAgain),
    advice,
    listed: [texts.listedOnItsWayTo(pickup.name, isAgain)],
  };
}

function describePickup(order: Order, { pickup }: Parcel, until: string): Words {
  if (order.shippingAddress.deliveryMethod !== 'pickup_station') return {};
  const toPay = isCashDue(order) ? [texts.payAtCounter(formatKsh(getDue(order)))] : [];
  const station = pickup?.name ?? '';
  const lostCode = texts.lostCode(PHONE);
  return {
    sentence: texts.readyForPickup(station),
    advice: [
      until === '' ? texts.codeFollows : texts.collectBy(until),
      ...toPay,
      texts.bringCode,
      texts.keepCode,
      lostCode,
    ],
    listed: [texts.listedReadyForPickup(station, until), ...toPay, texts.listedBringCode],
    details: [lostCode],
    beside: texts.besideReady,
  };
}

/** The shopper may still want the parcel, unless the money goes back already. */
function describeWayBack(order: Order, sentence: string): Words {
  const beside = texts.besideWayBack;
  if (hasMoneyWords(order)) return { sentence, listed: [sentence], beside };
  const money = order.isPaid ? [texts.checkedFirst] : isCashDue(order) ? [texts.nothingUnlessParcel] : [];
  return {
    sentence,
    advice: [texts.stillWanted(PHONE), ...money],
    listed: [sentence, texts.listedStillWanted(PHONE)],
    beside,
  };
}

function describeDelivery({ pickup, history }: Parcel): Words {
  // Only a walk-in order is delivered without being shipped.
  const isAtCounter = history.length > 0 && history.every(({ event }) => event === 'delivered');
  const sentence = isAtCounter ? texts.gotInShop : pickup === null ? null : texts.collectedAt(pickup.name);
  return sentence === null ? {} : { sentence, listed: [sentence] };
}

function describeEnd(order: Order, sentence: string): Words {
  const advice = !order.isPaid && !hasMoneyWords(order) ? [texts.nothingToPay] : [];
  return { sentence, advice, listed: [sentence, ...advice] };
}

/** Whether the buyer pays when the parcel is handed over (OWN-P3). */
function isCashDue({ paymentMethod, isPaid, held }: Order): boolean {
  return paymentMethod === 'cod' && !isPaid && held !== true;
}

/** Whether the server says what becomes of the money. */
function hasMoneyWords({ paymentNotice, refunds }: Order): boolean {
  return paymentNotice !== null || refunds.length > 0;
}

/** Steps in the order's timeline; the pages show no other. */
const STEP_WORDS: Readonly<Record<string, string>> = {
  shipped: texts.statusUpdated('shipped'),
  ready: texts.stepReady,
  refused: texts.stepRefused,
  uncollected: texts.stepUncollected,
  resent: texts.stepResent,
  lost: texts.stepLost,
  returned: texts.stepReturned,
  delivered: texts.orderDelivered,
};

/** A step of a parcel, in words. */
export interface ParcelStep {
  readonly event: string;
  readonly word: string;
  /** ISO 8601. */
  readonly at: string;
}

/** Returns the known steps of the order's parcel, oldest first; none without a parcel. */
export function getParcelSteps({ parcel }: Pick<Order, 'parcel'>): readonly ParcelStep[] {
  return (parcel?.history ?? []).flatMap(({ event, at }) => {
    const word = Object.hasOwn(STEP_WORDS, event) ? STEP_WORDS[event] : undefined;
    return word === undefined ? [] : [{ event, word, at }];
  });
}

/** Returns when the parcel was first shipped, ISO 8601; `null` when that is not known. */
export function getShippedAt({ parcel }: Pick<Order, 'parcel'>): string | null {
  return parcel?.history.find(({ event }) => event === 'shipped')?.at ?? null;
}
