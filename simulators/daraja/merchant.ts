/** The one merchant that the simulated Daraja knows; the server's settings default to the same values. */
export const MERCHANT = {
  consumerKey: 'simulated-consumer-key',
  consumerSecret: 'simulated-consumer-secret',
  shortcode: '174379',
  passkey: 'simulated-passkey',
  /** As the prompt shows it. */
  name: 'Duka',
} as const;

/** What Safaricom's limits are set to; tests change them by `POST /control/mpesa/rules`. */
export interface Rules {
  /** Queries in any 60 s; beyond it 429 (providers 1.4). */
  queriesPerMinute: number;
  /** Rule 17: the same amount from the same phone is refused so long. */
  sameAmountMs: number;
  /** Where rule 17 is told: in the answer of the push, or by the callback of a prompt that never shows. */
  limitedBy: 'answer' | 'callback';
  /** Life of an unanswered prompt. */
  promptMs: number;
  /** Life of an access token. */
  tokenSeconds: number;
}

export const DEFAULT_RULES: Readonly<Rules> = {
  queriesPerMinute: 5,
  sameAmountMs: 120_000,
  limitedBy: 'answer',
  promptMs: 60_000,
  tokenSeconds: 3599,
};
