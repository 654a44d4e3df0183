/** The only merchant of the simulated Daraja. The server's settings default to these values. */
export const MERCHANT = {
  consumerKey: 'simulated-consumer-key',
  consumerSecret: 'simulated-consumer-secret',
  shortcode: '174379',
  passkey: 'simulated-passkey',
  /** Name in the prompt. */
  name: 'Duka',
} as const;

/** Limits of Safaricom. Tests change them with `POST /control/mpesa/rules`. */
export interface Rules {
  /** Queries in any 60 s. More get 429 (providers 1.4). */
  queriesPerMinute: number;
  /** Time for which rule 17 refuses the same amount for the same phone. */
  sameAmountMs: number;
  /** Place where rule 17 is reported: in the reply to the push, or in the callback of a prompt that is never shown. */
  limitedBy: 'answer' | 'callback';
  /** Lifetime of an unanswered prompt. */
  promptMs: number;
  /** Lifetime of an access token. */
  tokenSeconds: number;
}

export const DEFAULT_RULES: Readonly<Rules> = {
  queriesPerMinute: 5,
  sameAmountMs: 120_000,
  limitedBy: 'answer',
  promptMs: 60_000,
  tokenSeconds: 3599,
};
