import * as v from 'valibot';

/** Actions of the phone's owner, or events on the phone. */
export const ACTIONS = ['pay', 'cancel', 'wrong-pin', 'no-funds', 'unreachable', 'ignore', 'result', 'repeat'] as const;
export type Action = (typeof ACTIONS)[number];

export type PromptState =
  | 'open'
  | 'paid'
  | 'cancelled'
  | 'wrong-pin'
  | 'no-funds'
  | 'unreachable'
  | 'expired'
  | 'failed';

export interface Outcome {
  readonly state: PromptState;
  /** Text, because not all codes are numbers (providers 1.5). */
  readonly code: string;
  readonly text: string;
}

const TIMED_OUT = 'DS timeout user cannot be reached.';

/** Result codes of providers 1.5. */
export const OUTCOMES = {
  pay: { state: 'paid', code: '0', text: 'The service request is processed successfully.' },
  cancel: { state: 'cancelled', code: '1032', text: 'Request cancelled by user' },
  'wrong-pin': { state: 'wrong-pin', code: '2001', text: 'The initiator information is invalid.' },
  'no-funds': { state: 'no-funds', code: '1', text: 'The balance is insufficient for the transaction.' },
  unreachable: { state: 'unreachable', code: '1037', text: TIMED_OUT },
} as const satisfies Partial<Record<Action, Outcome>>;

export const EXPIRED: Outcome = { state: 'expired', code: '1037', text: TIMED_OUT };
export const LIMITED: Outcome = { state: 'failed', code: '17', text: 'Rule limited.' };

const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const DAY_MS = 24 * 3_600_000;

/** How a message is sent. */
export const delivery = {
  /** Delay by the simulators' clock. */
  delayMs: v.optional(count(0, 7 * DAY_MS), 0),
  /** Number of messages with the same body, sent in parallel. */
  times: v.optional(count(1, 100), 1),
  /** Sends none. */
  drop: v.optional(v.boolean(), false),
};

const telling = {
  ...delivery,
  /** Queries return "under processing" until the callback is sent. Forever when it is dropped. */
  silent: v.optional(v.boolean(), false),
  /** Amount in the callback. The ledger has the real one. */
  amount: v.optional(v.number()),
  /** Receipt in the callback instead of the real one. */
  receipt: v.optional(v.string()),
  /** Metadata items to omit. */
  without: v.optional(v.array(v.string()), []),
  /** Sends `TransactionDate` as text instead of a number. */
  textDates: v.optional(v.boolean(), false),
  /** Adds `[STK_CB - ]` to the description. */
  prefix: v.optional(v.boolean(), false),
};

/** Body of `POST /control/mpesa/{checkoutRequestId}`. `code` and `text` belong to the action `result`. */
export const Act = v.strictObject({
  action: v.picklist(ACTIONS),
  code: v.optional(v.string()),
  text: v.optional(v.string(), ''),
  ...telling,
});
export type Act = v.InferOutput<typeof Act>;

/**
 * Body of `POST /control/mpesa/next`: the action on the next prompt (of a phone), before or after the reply to the
 * push.
 */
export const PlannedAct = v.strictObject({
  ...Act.entries,
  phone: v.optional(v.string(), ''),
  when: v.optional(v.picklist(['before-reply', 'after-reply']), 'after-reply'),
  /** Applies to all following prompts. */
  stays: v.optional(v.boolean(), false),
});
export type PlannedAct = v.InferOutput<typeof PlannedAct>;

/** Returns `undefined` when the action does not settle the prompt. */
export function toOutcome({ action, code, text }: Act): Outcome | undefined {
  if (action === 'ignore' || action === 'repeat') return undefined;
  if (action !== 'result') return OUTCOMES[action];
  return code === '0' ? OUTCOMES.pay : { state: 'failed', code: code ?? '', text };
}
