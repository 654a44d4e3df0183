import * as v from 'valibot';
import { delivery } from './outcomes.ts';
import { amountLike, isCallback, phone, textLike, type Field } from './requests.ts';

/** Calls whose result comes later (providers 1.11). */
export const ACCOUNT_CALLS = ['status', 'reversal', 'payout', 'balance'] as const;
export type AccountCall = (typeof ACCOUNT_CALLS)[number];

const shortcode = textLike(/^\d{5,7}$/);
const some = textLike(/^.{1,40}$/);
const optional = (isGood: (value: unknown) => boolean) => (value: unknown) =>
  value === undefined || value === '' || isGood(value);

const shared = (initiator: string, command: string): readonly Field[] => [
  [initiator, some],
  ['SecurityCredential', textLike(/^[A-Za-z0-9+/]{40,}=*$/)],
  ['CommandID', textLike(new RegExp(`^${command}$`))],
];
const ENDS: readonly Field[] = [
  ['Remarks', textLike(/^.{2,100}$/)],
  ['ResultURL', isCallback],
  ['QueueTimeOutURL', isCallback],
];

/** Fields of each call, in their order. */
export const FIELDS: Readonly<Record<AccountCall, readonly Field[]>> = {
  status: [
    ...shared('Initiator', 'TransactionStatusQuery'),
    ['TransactionID', optional(textLike(/^[A-Za-z0-9]{1,40}$/))],
    ['OriginalConversationID', optional(some)],
    ['PartyA', shortcode],
    ['IdentifierType', textLike(/^[124]$/)],
    ...ENDS,
  ],
  reversal: [
    ...shared('Initiator', 'TransactionReversal'),
    ['TransactionID', textLike(/^[A-Za-z0-9]{1,40}$/)],
    ['Amount', amountLike],
    ['ReceiverParty', shortcode],
    ['RecieverIdentifierType', textLike(/^11$/)],
    ...ENDS,
  ],
  payout: [
    ['OriginatorConversationID', some],
    ...shared('InitiatorName', 'BusinessPayment'),
    ['Amount', amountLike],
    ['PartyA', shortcode],
    ['PartyB', textLike(phone)],
    ...ENDS,
  ],
  balance: [
    ...shared('Initiator', 'AccountBalance'),
    ['PartyA', shortcode],
    ['IdentifierType', textLike(/^[124]$/)],
    ...ENDS,
  ],
};

const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
/** Parsed fields after the validation. */
export const AccountRequest = v.object({
  Initiator: v.optional(text, ''),
  InitiatorName: v.optional(text, ''),
  SecurityCredential: v.string(),
  OriginatorConversationID: v.optional(text, ''),
  TransactionID: v.optional(text, ''),
  OriginalConversationID: v.optional(text, ''),
  Amount: v.optional(v.pipe(text, v.transform(Number)), 0),
  PartyA: v.optional(text, ''),
  PartyB: v.optional(text, ''),
  ReceiverParty: v.optional(text, ''),
  ResultURL: v.string(),
  QueueTimeOutURL: v.string(),
});
export type AccountRequest = v.InferOutput<typeof AccountRequest>;

/** Body of `POST /control/mpesa/plan`: what becomes of the next call, or of all further ones. */
export const AccountPlan = v.strictObject({
  call: v.picklist(ACCOUNT_CALLS),
  /** `result`: to ResultURL. `timeout`: to QueueTimeOutURL. `none`: no message. */
  tells: v.optional(v.picklist(['result', 'timeout', 'none']), 'result'),
  /** The call fails with this code, and no money moves. */
  code: v.optional(v.string()),
  text: v.optional(v.string(), ''),
  /** Whether a call without a code is carried out. Otherwise its transaction is declined. */
  acts: v.optional(v.boolean(), true),
  /** The message comes before the reply. */
  isEarly: v.optional(v.boolean(), false),
  /** Parameters of the result that differ from the truth. `null` leaves the value out. */
  bend: v.optional(v.record(v.string(), v.nullable(v.union([v.string(), v.number()]))), {}),
  /** `DebitPartyName` for both parties, as in a sample of the portal. */
  sameParties: v.optional(v.boolean(), false),
  /** Applies to all following calls. */
  stays: v.optional(v.boolean(), false),
  ...delivery,
});
export type AccountPlan = v.InferOutput<typeof AccountPlan>;
