import type { OrderMachineEvent } from '../server/machines/order.types.ts';
import type { DemoStation } from './data.ts';

/** A past order of the demo shopper. */
export interface DemoOrder {
  /** Must never change, because it determines the id. */
  readonly name: string;
  readonly hoursAgo: number;
  readonly paymentMethod: 'mpesa' | 'cod';
  /** Missing for home delivery. */
  readonly station?: Pick<DemoStation, 'county' | 'town' | 'name'>;
  readonly lines: readonly { readonly slug: string; readonly quantity: number }[];
  /** Events by payments and staff, in order. The order machine computes the result. */
  readonly history: readonly HistoryStep[];
  /** Result of the prompt of an M-Pesa order. */
  readonly prompt?: 'paid' | 'cancelled';
}

export interface HistoryStep {
  /** Minutes after the order was placed. */
  readonly minutesLater: number;
  readonly event: OrderMachineEvent | { readonly type: 'paid' } | { readonly type: 'expired' };
}

const HOUR = 60;
const DAY = 24 * HOUR;

const paid = (minutesLater: number): HistoryStep => ({ minutesLater, event: { type: 'paid' } });
const shipped = (minutesLater: number, trackingNumber: string): HistoryStep => ({
  minutesLater,
  event: { type: 'staff.ship', trackingNumber },
});
const delivered = (minutesLater: number): HistoryStep => ({ minutesLater, event: { type: 'staff.deliver' } });

/** Covers all five statuses, both payment methods and both delivery methods. Newest first. */
export const demoOrders: readonly DemoOrder[] = [
  {
    name: 'waiting',
    hoursAgo: 3,
    paymentMethod: 'cod',
    history: [],
    lines: [
      { slug: 'samsung-45w-usb-c-charger', quantity: 1 },
      { slug: 'anker-powerline-usb-c-cable-1-8m', quantity: 2 },
    ],
  },
  {
    name: 'packed',
    hoursAgo: 20,
    paymentMethod: 'mpesa',
    prompt: 'paid',
    history: [paid(2)],
    station: { county: 'Nairobi', town: 'Westlands', name: 'Westlands Mpaka Road' },
    lines: [{ slug: 'oraimo-freepods-4', quantity: 1 }],
  },
  {
    name: 'on the way',
    hoursAgo: 70,
    paymentMethod: 'mpesa',
    prompt: 'paid',
    history: [paid(1), shipped(26 * HOUR, 'DUKA-7302-KE')],
    lines: [{ slug: 'tcl-50-p6k-google-tv', quantity: 1 }],
  },
  {
    name: 'not paid',
    hoursAgo: 9 * 24,
    paymentMethod: 'mpesa',
    prompt: 'cancelled',
    history: [{ minutesLater: 30, event: { type: 'expired' } }],
    lines: [{ slug: 'microsoft-xbox-wireless-controller', quantity: 1 }],
  },
  {
    name: 'received',
    hoursAgo: 12 * 24 + 5,
    paymentMethod: 'cod',
    history: [
      { minutesLater: 3 * HOUR, event: { type: 'staff.process' } },
      shipped(20 * HOUR, 'DUKA-6844-KE'),
      delivered(27 * HOUR),
    ],
    lines: [
      { slug: 'philips-3000-electric-kettle-1-7l', quantity: 1 },
      { slug: 'philips-steam-iron-2000w', quantity: 1 },
    ],
  },
  {
    name: 'changed mind',
    hoursAgo: 20 * 24 + 2,
    paymentMethod: 'cod',
    history: [{ minutesLater: 50, event: { type: 'shopper.cancel' } }],
    lines: [{ slug: 'logitech-g435-gaming-headset', quantity: 1 }],
  },
  {
    name: 'collected',
    hoursAgo: 41 * 24 + 7,
    paymentMethod: 'mpesa',
    prompt: 'paid',
    history: [paid(3), shipped(5 * HOUR, 'DUKA-5127-KE'), delivered(2 * DAY)],
    station: { county: 'Nairobi', town: 'Starehe', name: 'Nairobi CBD Kimathi Street' },
    lines: [
      { slug: 'sandisk-ultra-microsd-256gb', quantity: 2 },
      { slug: 'sandisk-ultra-flair-128gb', quantity: 1 },
    ],
  },
];
