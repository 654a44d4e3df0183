import * as addresses from './addresses.ts';
import * as admin from './admin.ts';
import * as auth from './auth.ts';
import * as cart from './cart.ts';
import * as catalogue from './catalogue.ts';
import * as contact from './contact.ts';
import type { Endpoint } from './endpoint.ts';
import * as errors from './errors.ts';
import * as google from './google.ts';
import * as mpesa from './mpesa.ts';
import * as orderPayment from './order-payment.ts';
import * as orders from './orders.ts';
import * as paymentClaims from './payment-claims.ts';
import * as pickup from './pickup.ts';
import * as profile from './profile.ts';
import * as reviews from './reviews.ts';
import * as user from './user.ts';

/** Exports of all contract files, for the API description and tests. */
export const AREAS = {
  admin,
  addresses,
  auth,
  cart,
  catalogue,
  contact,
  errors,
  google,
  mpesa,
  orderPayment,
  orders,
  paymentClaims,
  pickup,
  profile,
  reviews,
  user,
};

/** Every call of the API. */
export const ENDPOINTS: readonly Endpoint[] = Object.values(AREAS)
  .flatMap((exported) => Object.values(exported) as unknown[])
  .filter(isEndpoint);

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'reply' in value && 'path' in value && 'method' in value;
}
