import type { ActorRefFrom } from 'xstate';
import { keptOf } from '../../rules/payment/payment-record.ts';
import { paymentRecordMachine } from '../../machines/payment/payment-record.machine.ts';
import type { PaymentRecordEvent } from '../../machines/payment/payment-record.machine.ts';
import { browserStorage, onePerApp } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createRootActor } from '../inspection.ts';
import { listener } from '../listen.ts';
import type { Stop } from '../listen.ts';
import { watchShopper } from '../account/session.ts';
import { storageFirst } from '../storage-first.ts';

export type PaymentRecord = ActorRefFrom<typeof paymentRecordMachine>;

/** Storage key of the order under way and its payment. */
const KEY = 'payment';
const SAVED = { type: 'record.saved' } as const;
const NOT_SAVED = { type: 'record.notSaved' } as const;

export function composePaymentRecord(env: ComposeEnv) {
  const text = () => browserStorage(env).read(KEY);
  return paymentRecordMachine.provide({
    actors: {
      watchShopper: listener<PaymentRecordEvent>((send) =>
        watchShopper(env, (user) => send({ type: 'shopper.changed', user })),
      ),
      watchStorage: listener<PaymentRecordEvent>((send) => {
        const sendText = () => send({ type: 'storage.changed', text: text() });
        sendText();
        return browserStorage(env).subscribe([KEY], sendText);
      }),
    },
    actions: {
      saveRecord: ({ self }, { kept }) => self.send(browserStorage(env).keep(KEY, kept) ? SAVED : NOT_SAVED),
      takeLines: (_, { lines }) => env.cart().send({ type: 'order.placed', lines }),
    },
  });
}

const recordOf = onePerApp((env) =>
  storageFirst(createRootActor(composePaymentRecord(env)), () => browserStorage(env).read(KEY)).start(),
);

/** Returns the app's only payment record, shared by the checkout and the bar. Created on first use. */
export function paymentRecord(env: ComposeEnv): () => PaymentRecord {
  return () => recordOf(env);
}

/** Returns what the record keeps for the shopper who is signed in. */
export function keptNow(env: ComposeEnv) {
  return keptOf(recordOf(env).getSnapshot().context);
}

/**
 * Calls `onChange` when another tab has changed the record; the record is already updated then. Returns a function that
 * stops listening.
 */
export function watchOtherTabs(env: ComposeEnv, onChange: () => void): Stop {
  recordOf(env);
  return browserStorage(env).subscribe([KEY], onChange);
}
