/** The only merchant of the simulated Daraja, with its portal user. The server's settings default to these values. */
export const MERCHANT = {
  consumerKey: 'simulated-consumer-key',
  consumerSecret: 'simulated-consumer-secret',
  shortcode: '174379',
  passkey: 'simulated-passkey',
  /** Pays refunds (B2C). */
  payoutShortcode: '600998',
  initiator: {
    name: 'simulated-initiator',
    password: 'simulated-password',
    /** Seals the password. `sealed.ts` opens it. */
    certificate: [
      '-----BEGIN PUBLIC KEY-----',
      'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsT/yp07OvTZUomznIKKh',
      '6slD0j0zw4NvyanIR4pTUIqn1g2PGgq3FuOEG+L7oUurNh9gypDdxg3xVo2IKl16',
      '13raLLBo1167mLyNZfLSndNcsWGTshwvokwFHcsbjwOXSkjU8UIcBrx1qz5bIVde',
      's+h+NY3nx3sxGGevhvdvErq984tS/lnhbEvysOEvBHOMaHNrjgSZQ4XXBXxiI1pN',
      'vNVwJQge2+ce60eMHAiy5QmKA02+6dQSQ0OcSMHRMzbWlPjLYDaSuDOU61VBmQQl',
      'fj1rRE3Y325tTNXuh8XCivaGaiFuv1Svf1ywuXYatqPxiTLyxsAh7RjSPBJFm+CJ',
      '0wIDAQAB',
      '-----END PUBLIC KEY-----',
      '',
    ].join('\n'),
  },
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
  /** `revoked`: key and secret give no token, and the current one is refused. */
  credentials: 'good' | 'revoked';
  /** `dead`: pushes and queries answer "Wrong credentials". */
  passkey: 'good' | 'dead';
  /** State of the portal user: results 2001, 8006 and 21. */
  initiator: 'good' | 'expired' | 'locked' | 'no-role';
  /** Queries answer the opposite of what the callback said. */
  contradict: boolean;
  /** The app's product for payments by hand. The other version is refused. */
  c2bVersion: 'v1' | 'v2';
  /** Whether addresses can be registered only once, as in production. */
  registerOnce: boolean;
  /** `slow`: the shop's answer comes too late. `down`: the shop is not asked. The response type decides in both. */
  validation: 'off' | 'on' | 'slow' | 'down';
  /** Whether a prompt to a registered short code brings a confirmation, too. */
  confirmPrompts: boolean;
  /** Money in the short code that pays refunds, before all transactions. */
  float: number;
  /** Phones in the rows of Pull. */
  pullPhones: 'whole' | 'masked';
}

export const DEFAULT_RULES: Readonly<Rules> = {
  queriesPerMinute: 5,
  sameAmountMs: 120_000,
  limitedBy: 'answer',
  promptMs: 60_000,
  tokenSeconds: 3599,
  credentials: 'good',
  passkey: 'good',
  initiator: 'good',
  contradict: false,
  c2bVersion: 'v2',
  registerOnce: true,
  validation: 'off',
  confirmPrompts: true,
  float: 1_000_000,
  pullPhones: 'whole',
};
