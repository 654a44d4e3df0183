import type { ActorRefFrom } from 'xstate';
import { getOwnRecord } from '../../rules/payment/payment-record.ts';
import { paymentRecordMachine } from '../../machines/payment/payment-record.machine.ts';
import type { PaymentRecordEvent } from '../../machines/payment/payment-record.machine.ts';
import { browserStorage, onePerApp } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createRootActor } from '../inspection.ts';
import { createListener } from '../listen.ts';
import type { Stop } from '../listen.ts';
import { watchShopper } from '../account/watch-session.ts';
import { syncStorageFirst } from '../storage-first.ts';

export type PaymentRecord = ActorRefFrom<typeof paymentRecordMachine>;

/** Storage key of the order under way and its payment. */
const KEY = 'payment';
const SAVED = { type: 'record.saved' } as const;
const NOT_SAVED = { type: 'record.notSaved' } as const;

export function composePaymentRecord(env: ComposeEnv) {
  const text = () => browserStorage(env).read(KEY);
  return paymentRecordMachine.provide({
    actors: {
      watchShopper: createListener<PaymentRecordEvent>((send) =>
        watchShopper(env, (user) => send({ type: 'shopper.changed', user })),
      ),
      watchStorage: createListener<PaymentRecordEvent>((send) => {
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

const getRecordActor = onePerApp((env) =>
  syncStorageFirst(createRootActor(composePaymentRecord(env)), () => browserStorage(env).read(KEY)).start(),
);

/** Returns the app's only payment record, shared by the checkout and the bar. Created on first use. */
export function lazyPaymentRecord(env: ComposeEnv): () => PaymentRecord {
  return () => getRecordActor(env);
}

/** Returns what the record keeps for the shopper who is signed in. */
export function getOwnRecordNow(env: ComposeEnv) {
  return getOwnRecord(getRecordActor(env).getSnapshot().context);
}

/**
 * Calls `onChange` when another tab has changed the record; the record is already updated then. Returns a function that
 * stops listening.
 */
export function watchOtherTabs(env: ComposeEnv, onChange: () => void): Stop {
  getRecordActor(env);
  return browserStorage(env).subscribe([KEY], onChange);
}
