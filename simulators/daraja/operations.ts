import { randomInt } from 'node:crypto';
import { formatNairobiTime } from './callback.ts';
import type { Transaction } from './ledger.ts';
import type { AccountCall } from './account-requests.ts';

/** A call in the name of the initiator, and its outcome. */
export interface Operation {
  readonly call: AccountCall;
  readonly conversationId: string;
  readonly originatorConversationId: string;
  readonly at: number;
  readonly amount: number;
  /** Empty while and when no money moved. */
  receipt: string;
  state: 'Initiated' | 'Completed' | 'Declined';
  /** Status of each message's reply, 0 without one. */
  readonly replies: number[];
}

export interface Operations {
  start(call: AccountCall, now: number, amount: number, id: string): Operation;
  /** Finds by either conversation id. */
  find(id: string): Operation | undefined;
  /** Returns whether a payout with this OriginatorConversationID was accepted before. */
  isKnown(id: string): boolean;
  all(): readonly Operation[];
  reset(): void;
}

export function createOperations(): Operations {
  let all: Operation[] = [];
  return {
    start(call, now, amount, id) {
      const operation: Operation = {
        call,
        conversationId: `AG_${formatNairobiTime(now).slice(0, 8)}_${String(all.length).padStart(8, '0')}${randomInt(1e9, 1e10)}`,
        originatorConversationId: id === '' ? `${randomInt(1e4, 1e5)}-${randomInt(1e7, 1e8)}-1` : id,
        at: now,
        amount,
        receipt: '',
        state: 'Initiated',
        replies: [],
      };
      all.push(operation);
      return operation;
    },
    find: (id) => all.find((it) => it.conversationId === id || it.originatorConversationId === id),
    isKnown: (id) => all.some((it) => it.call === 'payout' && it.originatorConversationId === id),
    all: () => all,
    reset: () => void (all = []),
  };
}

type Parameters = readonly (readonly [key: string, value?: string | number])[];

/** Parameters of a Transaction Status, of money that moved. */
export function statusParameters(it: Transaction, shop: string, isDeclined: boolean): Parameters {
  const isOut = it.kind === 'reversal' || it.kind === 'payout';
  const phone = `${isOut ? it.to : it.from} - ${it.name}`;
  const business = `${isOut ? it.from : it.to} - ${shop}`;
  const reasons = {
    prompt: 'Pay Bill Online',
    paybill: 'Pay Bill',
    till: 'Customer Merchant Payment',
    reversal: 'Pay Bill Reversal',
    payout: 'Business Payment to Customer via API',
  };
  return [
    ['DebitPartyName', isOut ? business : phone],
    ['CreditPartyName', isOut ? phone : business],
    ['InitiatedTime', Number(formatNairobiTime(it.at))],
    ['DebitAccountType', isOut ? 'Utility Account' : 'MMF Account For Customer'],
    ['DebitPartyCharges'],
    ['TransactionReason'],
    ['ReasonType', reasons[it.kind]],
    ['TransactionStatus', isDeclined ? 'Declined' : 'Completed'],
    ['FinalisedTime', Number(formatNairobiTime(it.at))],
    ['Amount', it.amount],
    ['ReceiptNo', it.receipt],
  ];
}

/** Parameters of a Transaction Status, of a call that moved no money. */
export function idleParameters(it: Operation): Parameters {
  return [
    ['InitiatedTime', Number(formatNairobiTime(it.at))],
    ['TransactionStatus', it.state],
    ['Amount', it.amount],
    ['ReceiptNo'],
  ];
}

export function reversalParameters(it: Transaction, shop: string, left: number): Parameters {
  return [
    ['DebitAccountBalance', `Utility Account|KES|${left}.00|${left}.00|0.00|0.00`],
    ['Amount', it.amount],
    ['TransCompletedTime', Number(formatNairobiTime(it.at))],
    ['OriginalTransactionID', it.reverses ?? ''],
    ['Charge', 0],
    ['CreditPartyPublicName', `${it.to} - ${it.name}`],
    ['DebitPartyPublicName', `${it.from} - ${shop}`],
  ];
}

export function payoutParameters(it: Transaction, left: number): Parameters {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(formatNairobiTime(it.at)) ?? [];
  return [
    ['TransactionAmount', it.amount],
    ['TransactionReceipt', it.receipt],
    ['B2CRecipientIsRegisteredCustomer', 'Y'],
    ['B2CChargesPaidAccountAvailableFunds', 0],
    ['ReceiverPartyPublicName', `${it.to} - ${it.name}`],
    ['TransactionCompletedDateTime', `${day}.${month}.${year} ${hour}:${minute}:${second}`],
    ['B2CUtilityAccountAvailableFunds', left],
    ['B2CWorkingAccountAvailableFunds', 0],
  ];
}

export function balanceParameters(now: number, available: number): Parameters {
  const accounts = [
    'Working Account|KES|0.00|0.00|0.00|0.00',
    `Utility Account|KES|${available}.00|${available}.00|0.00|0.00`,
    'Charges Paid Account|KES|-150.00|-150.00|0.00|0.00',
  ];
  return [
    ['AccountBalance', accounts.join('&')],
    ['BOCompletedTime', Number(formatNairobiTime(now))],
  ];
}

/** Returns the body for ResultURL or QueueTimeOutURL. Codes of digits are numbers. */
export function resultBody(
  it: Operation,
  { code, text }: { readonly code: string; readonly text: string },
  parameters: Parameters | null,
  { bend, sameParties }: { bend: Readonly<Record<string, string | number | null>>; sameParties: boolean },
): string {
  const all = [
    ...(parameters ?? []).map(([Key, Value]) => ({ Key, Value: Key in bend ? bend[Key] : Value })),
    ...Object.entries(bend).flatMap(([Key, Value]) =>
      parameters?.some(([key]) => key === Key) === true ? [] : [{ Key, Value }],
    ),
  ].map(({ Key, Value }) => ({
    Key: sameParties && Key === 'CreditPartyName' ? 'DebitPartyName' : Key,
    ...(Value !== undefined && Value !== null && { Value }),
  }));
  return JSON.stringify({
    Result: {
      ResultType: 0,
      ResultCode: /^\d+$/.test(code) ? Number(code) : code,
      ResultDesc: text,
      OriginatorConversationID: it.originatorConversationId,
      ConversationID: it.conversationId,
      TransactionID: it.receipt,
      ...(parameters !== null && { ResultParameters: { ResultParameter: all } }),
      ReferenceData: { ReferenceItem: { Key: 'QueueTimeoutURL', Value: 'https://internalapi.example/queue' } },
    },
  });
}
