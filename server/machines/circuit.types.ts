/** Context and events of `circuit.machine.ts`. Times are epoch milliseconds, durations milliseconds. */

/**
 * Subject of a fault, which decides the call that probes it: `token` the credentials, `signature`
 * passkey or short code, `push` an answer to a prompt, `result` the result of a prompt, `network` no answer.
 */
export type FaultSubject = 'token' | 'signature' | 'push' | 'result' | 'network';

/** A fault in words for the back office (PAY-M1). */
export interface FaultDetail {
  readonly code: string;
  /** Original text of the provider. */
  readonly text: string;
  readonly meaning: string;
  /** The setting to fix, or whom to ask. */
  readonly fix: string;
}

export interface Probe {
  /** Random id, or the id of the shopper's attempt when the probe is a push. */
  readonly id: string;
  readonly call: 'token' | 'query' | 'push';
  /** End of its lease. */
  readonly until: number;
}

export interface CircuitContext {
  /** `null` while prompts work. */
  readonly subject: FaultSubject | null;
  readonly detail: FaultDetail | null;
  readonly openedAt: number | null;
  /** Times of the latest network faults, oldest first, at most four. */
  readonly faults: readonly number[];
  /** Network faults since the last answer. */
  readonly unanswered: number;
  /** End of the latest pause (PAY-M3). */
  readonly pauseUntil: number | null;
  /** Length of the latest pause. */
  readonly pauseMs: number;
  /** Earliest time of the next probe. */
  readonly probeAt: number | null;
  readonly probe: Probe | null;
  /** When the last alarm was raised. */
  readonly alarmAt: number | null;
}

interface Timed {
  readonly now: number;
}

/** An answer of the provider, or a missing one. */
interface Answer extends Timed {
  /** Id of the probe whose answer this is. `null` for any other call. */
  readonly probe: string | null;
}

export type CircuitEvent =
  | (Answer & { readonly type: 'fault.shop'; readonly subject: FaultSubject; readonly detail: FaultDetail })
  | (Answer & { readonly type: 'fault.network'; readonly detail: FaultDetail })
  /** Any answer that is no fault of the shop. */
  | (Answer & { readonly type: 'answer.good' })
  /** A code in no table. It is an answer, but it shows nothing about a fault. */
  | (Answer & { readonly type: 'answer.strange' })
  /** The provider asks for a pause. `retryAfterMs`: the wait that it named, if any. */
  | (Answer & {
      readonly type: 'answer.busy';
      readonly retryAfterMs: number | null;
      readonly isQuota: boolean;
      readonly detail: FaultDetail;
    })
  /** The result of a prompt, without a fault of the shop. */
  | (Answer & { readonly type: 'result.good' })
  /** A shopper asks for a prompt. `hasPrompt`: there is an earlier prompt that a query can name. */
  | (Timed & { readonly type: 'push.asked'; readonly attempt: string; readonly hasPrompt: boolean })
  | (Timed & { readonly type: 'probe.due'; readonly id: string; readonly hasPrompt: boolean })
  /** Time has passed. */
  | (Timed & { readonly type: 'time.passed' })
  /** The shop was started with other settings of the provider. */
  | (Timed & { readonly type: 'settings.changed' });
