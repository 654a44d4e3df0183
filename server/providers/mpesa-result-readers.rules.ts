import { toShillings, type Shillings } from '../../contract/rules/money.ts';
import { toMpesaPhone } from '../../contract/rules/mpesa-phone.ts';
import type { Msisdn } from '../../contract/rules/phone.ts';
import { findParameter, type MpesaResult } from './mpesa-result.rules.ts';
import { parseEastAfricaTime, parseReceipt, toWholeAmount } from './mpesa-values.rules.ts';

/** Typed readers of successful results (providers 1.11). Missing values are `null`. */

/** The two sides of a transaction. */
export interface Parties {
  /** The side that is a phone. */
  readonly phone: Msisdn | null;
  /** The name beside the phone. */
  readonly name: string | null;
  /** The side that is a short code. */
  readonly shortcode: string | null;
  /** `in`: the phone paid the short code. `out`: the short code paid the phone. `null`: unclear. */
  readonly direction: 'in' | 'out' | null;
  /** Both sides as Daraja wrote them, for staff. */
  readonly texts: readonly string[];
}

export interface TransactionStatus extends Parties {
  readonly receipt: string | null;
  /** `Completed`, `Cancelled`, `Declined`, `Expired`, `Authorized`, `Initiated`, or another word of Daraja. */
  readonly status: string | null;
  /** `null` also for an amount with cents. */
  readonly amount: Shillings | null;
  readonly initiatedAt: Date | null;
  readonly finalisedAt: Date | null;
  /** Daraja's kind of transaction, e.g. `Pay Bill Online`. */
  readonly reason: string | null;
}

/** Reads the result of `transactionStatus`. */
export function readTransactionStatus(result: MpesaResult): TransactionStatus {
  return {
    ...readParties(result),
    receipt: parseReceipt(findParameter(result, 'ReceiptNo')),
    status: findParameter(result, 'TransactionStatus'),
    amount: toWholeAmount(findParameter(result, 'Amount')),
    initiatedAt: parseEastAfricaTime(findParameter(result, 'InitiatedTime')),
    finalisedAt: parseEastAfricaTime(findParameter(result, 'FinalisedTime')),
    reason: findParameter(result, 'ReasonType'),
  };
}

/**
 * Returns whether a Transaction Status failed because M-Pesa knows no such transaction. Its code is not documented, so that
 * the words count, too.
 */
export function isUnknownTransaction({ code, text }: MpesaResult): boolean {
  return code === 'R000002' || (code !== '0' && /does not exist|not found|no such|unknown transaction/i.test(text));
}

export interface PayoutResult {
  /** The receipt that the payee's phone shows. */
  readonly receipt: string | null;
  readonly amount: Shillings | null;
  readonly phone: Msisdn | null;
  readonly name: string | null;
  readonly completedAt: Date | null;
  /** Money left to pay from, rounded down. */
  readonly available: Shillings | null;
}

/** Reads the result of `payOut`. */
export function readPayout(result: MpesaResult): PayoutResult {
  const { phone, name } = parseParty(findParameter(result, 'ReceiverPartyPublicName'));
  return {
    receipt: parseReceipt(findParameter(result, 'TransactionReceipt') ?? result.transactionId),
    amount: toWholeAmount(findParameter(result, 'TransactionAmount')),
    phone,
    name,
    completedAt: parseEastAfricaTime(findParameter(result, 'TransactionCompletedDateTime')),
    available: roundDown(findParameter(result, 'B2CUtilityAccountAvailableFunds')),
  };
}

export interface ReversalResult {
  /** The receipt of the reversal. */
  readonly receipt: string | null;
  /** The receipt of the payment that was sent back. */
  readonly originalReceipt: string | null;
  readonly amount: Shillings | null;
  readonly phone: Msisdn | null;
  readonly name: string | null;
  readonly completedAt: Date | null;
}

/** Reads the result of `reverse`. */
export function readReversal(result: MpesaResult): ReversalResult {
  const { phone, name } = parseParty(findParameter(result, 'CreditPartyPublicName'));
  return {
    receipt: parseReceipt(result.transactionId),
    originalReceipt: parseReceipt(findParameter(result, 'OriginalTransactionID')),
    amount: toWholeAmount(findParameter(result, 'Amount')),
    phone,
    name,
    completedAt: parseEastAfricaTime(findParameter(result, 'TransCompletedTime')),
  };
}

/** An account of the short code. Whole shillings, rounded down. */
export interface AccountBalance {
  /** E.g. `Utility Account`, which B2C pays from, or `Merchant Account`. */
  readonly name: string;
  readonly available: Shillings;
}

/** Reads the result of `balance`: `Name|KES|total|available|reserved|uncleared`, joined by `&`. */
export function readBalance(result: MpesaResult): readonly AccountBalance[] {
  return (findParameter(result, 'AccountBalance') ?? '').split('&').flatMap((account) => {
    const [name = '', , total, available = total] = account.split('|').map((it) => it.trim());
    const amount = roundDown(available ?? null);
    return name === '' || amount === null ? [] : [{ name, available: amount }];
  });
}

const PARTY = /^(?:Debit|Credit)PartyName$/;
/** Accounts of a business and of a customer, as `DebitAccountType` names them. */
const OF_BUSINESS = /utility|merchant|working|charges/i;
const OF_CUSTOMER = /customer|mmf/i;

/** Finds the parties by their content, because a sample of the portal has `DebitPartyName` twice. */
function readParties(result: MpesaResult): Parties {
  const named = result.parameters.flatMap(({ name, value }, index, all) =>
    PARTY.test(name) && value !== null && all.findIndex((it) => it.value === value && PARTY.test(it.name)) === index
      ? [{ isDebit: name === 'DebitPartyName', value, ...parseParty(value) }]
      : [],
  );
  const phones = named.filter(({ phone }) => phone !== null);
  const shortcodes = named.filter(({ shortcode }) => shortcode !== null);
  const texts = named.map(({ value }) => value);
  const [payer, another] = phones;
  const [business, second] = shortcodes;
  // Two phones or two short codes are no payment between a shopper and a shop.
  if (another !== undefined || second !== undefined)
    return { phone: null, name: null, shortcode: null, direction: null, texts };
  return {
    phone: payer?.phone ?? null,
    name: payer?.name ?? null,
    shortcode: business?.shortcode ?? null,
    direction:
      payer === undefined || business === undefined
        ? null
        : payer.isDebit === business.isDebit
          ? guessDirection(findParameter(result, 'DebitAccountType') ?? '')
          : payer.isDebit
            ? 'in'
            : 'out',
    texts,
  };
}

function guessDirection(debited: string): Parties['direction'] {
  const isBusiness = OF_BUSINESS.test(debited);
  if (isBusiness === OF_CUSTOMER.test(debited)) return null;
  return isBusiness ? 'out' : 'in';
}

/** Parses `254708374149 - John Doe` or `600610 - Duka`. */
function parseParty(text: string | null) {
  const [, number = '', rest = ''] = /^\s*\+?(\d{5,15})\b(?:\s*-\s*(.*))?$/.exec(text ?? '') ?? [];
  const phone = toMpesaPhone(number);
  const name = rest.trim();
  return {
    phone,
    name: name === '' ? null : name,
    shortcode: phone === null && /^\d{5,7}$/.test(number) ? number : null,
  };
}

function roundDown(text: string | null): Shillings | null {
  const [, whole] = /^(\d{1,15})(?:\.\d+)?$/.exec((text ?? '').replaceAll(',', '')) ?? [];
  return whole === undefined ? null : toShillings(Number(whole));
}
