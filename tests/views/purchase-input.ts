import { toDeliveryDetails } from '../../src/rules/checkout/checkout.ts';
import { jane } from '../flows/support/shop.samples.ts';

/** Input of a purchase whose views are drawn. They read neither the order nor what is saved. */
export const purchaseInput = {
  draft: null as never,
  phone: '',
  userName: 'Jane',
  amount: 3_000,
  orderId: null,
  kept: null,
  byHand: false,
  stopped: null,
  saving: null as never,
  details: toDeliveryDetails(jane),
};
