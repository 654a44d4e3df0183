import { createPaymentRecord } from '../services/payment-record.ts';
import type { PaymentRecord } from '../services/payment-record.ts';
import { browserStorage, onePerApp } from './env.ts';
import type { ComposeEnv } from './env.ts';

const recordOf = onePerApp((env) => createPaymentRecord(browserStorage(env), env.uuid));

/** The one record of an app, for the checkout and the bar alike: made when it is first asked for. */
export function paymentRecord(env: ComposeEnv): () => PaymentRecord {
  return () => recordOf(env);
}
