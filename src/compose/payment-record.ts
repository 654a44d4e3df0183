import { createPaymentRecord } from '../services/payment-record.ts';
import type { PaymentRecord } from '../services/payment-record.ts';
import type { ComposeEnv } from './env.ts';
import { browserStorage } from './storage.ts';

const records = new WeakMap<ComposeEnv, PaymentRecord>();

/** The one record of an app, for the checkout and the bar alike: made when it is first asked for. */
export function paymentRecord(env: ComposeEnv): () => PaymentRecord {
  return () => {
    const record = records.get(env) ?? createPaymentRecord(browserStorage(env), env.uuid);
    records.set(env, record);
    return record;
  };
}
