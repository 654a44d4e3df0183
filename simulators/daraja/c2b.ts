import { createHash } from 'node:crypto';
import type { SimulatedClock } from '../core/clock.ts';
import { deliver, formatNairobiTime } from './callback.ts';
import { maskPhone, newReceipt, type Ledger, type Transaction } from './ledger.ts';
import { MERCHANT, type Rules } from './merchant.ts';
import type { HandPayment } from './c2b-requests.ts';

/** Addresses that the shop registered for payments by hand. */
export interface Registration {
  readonly version: 'v1' | 'v2';
  readonly responseType: 'Completed' | 'Cancelled';
  readonly confirmation: string;
  readonly validation: string;
}

/** A payment by hand, also one that the shop refused. */
export interface HandPaid {
  readonly state: 'paid' | 'rejected';
  /** `null` when it was rejected. */
  readonly receipt: string | null;
  /** The shop's answer to the validation. `null` without a request, or without an answer in time. */
  readonly answer: string | null;
}

export interface HandPayments {
  registration(): Registration | null;
  register(registration: Registration | null): void;
  /** Pays as the phone's owner does in the M-PESA menu. Waits for the immediate confirmations. */
  pay(payment: HandPayment): Promise<HandPaid>;
  /** Sends the confirmation of a prompt, if the shop registered addresses. */
  confirmPrompt(transaction: Transaction): Promise<void>;
  /** Status of each confirmation's reply, 0 without one, by receipt. */
  confirmations(receipt: string): readonly number[];
  reset(): void;
}

/** Payments to the paybill or till without a prompt (providers 1.11). */
export function createHandPayments(clock: SimulatedClock, rules: () => Rules, ledger: Ledger): HandPayments {
  let registered: Registration | null = null;
  const replies = new Map<string, number[]>();

  function message(transaction: Transaction, { phoneAs, bend }: Pick<HandPayment, 'phoneAs' | 'bend'>): string {
    const { kind, receipt, at, amount, to, account, from, name } = transaction;
    const as = phoneAs ?? (registered?.version === 'v1' ? 'hashed' : 'masked');
    const [FirstName = '', MiddleName = '', LastName = ''] = name.split(' ');
    return JSON.stringify({
      TransactionType: kind === 'till' ? 'Buy Goods' : 'Pay Bill',
      TransID: receipt,
      TransTime: formatNairobiTime(at),
      TransAmount: `${amount}.00`,
      BusinessShortCode: to,
      BillRefNumber: account,
      InvoiceNumber: '',
      OrgAccountBalance: `${ledger.balance(to)}.00`,
      ThirdPartyTransID: '',
      MSISDN: { whole: from, masked: maskPhone(from), hashed: sha256(from) }[as],
      FirstName,
      MiddleName,
      LastName,
      ...bend,
    });
  }

  async function confirm(
    transaction: Transaction,
    how: Pick<HandPayment, 'phoneAs' | 'bend' | 'delayMs' | 'times' | 'drop'>,
  ): Promise<void> {
    if (registered === null || how.drop) return;
    const { confirmation } = registered;
    const body = message(transaction, how);
    const heard = replies.get(transaction.receipt) ?? [];
    replies.set(transaction.receipt, heard);
    const send = async () =>
      void (await Promise.all(
        Array.from({ length: how.times }, async () => heard.push(await deliver(confirmation, body))),
      ));
    if (how.delayMs === 0) await send();
    else clock.at(clock.now() + how.delayMs, send);
  }

  /** Returns the shop's answer. `null` when there is none in time. */
  async function validate(transaction: Transaction, how: HandPayment): Promise<string | null> {
    if (registered === null || rules().validation === 'down') return null;
    const answer = await ask(registered.validation, message(transaction, how));
    return rules().validation === 'slow' ? null : answer;
  }

  return {
    registration: () => registered,
    register: (registration) => void (registered = registration),
    async pay(payment) {
      const { kind, phone, amount, name } = payment;
      const transaction: Transaction = {
        receipt: newReceipt(),
        kind,
        at: clock.now(),
        amount,
        from: phone,
        to: payment.shortcode ?? MERCHANT.shortcode,
        name,
        account: kind === 'till' ? '' : payment.account,
      };
      const isOurs = kind === 'till' || transaction.to === MERCHANT.shortcode;
      if (!isOurs) {
        ledger.add(transaction);
        return { state: 'paid', receipt: transaction.receipt, answer: null };
      }
      if (rules().validation !== 'off' && registered !== null) {
        const answer = await validate(transaction, payment);
        const isAccepted = answer === null ? registered.responseType === 'Completed' : answer === '0';
        if (!isAccepted) return { state: 'rejected', receipt: null, answer };
        ledger.add(transaction);
        await confirm(transaction, payment);
        return { state: 'paid', receipt: transaction.receipt, answer };
      }
      ledger.add(transaction);
      await confirm(transaction, payment);
      return { state: 'paid', receipt: transaction.receipt, answer: null };
    },
    async confirmPrompt(transaction) {
      if (rules().confirmPrompts) await confirm(transaction, { bend: {}, delayMs: 0, times: 1, drop: false });
    },
    confirmations: (receipt) => replies.get(receipt) ?? [],
    reset() {
      registered = null;
      replies.clear();
    },
  };
}

const ANSWER_MS = 8_000;

/** Posts a message and returns the ResultCode of the reply. `null` without one in 8 s. */
async function ask(url: string, body: string): Promise<string | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const { ResultCode } = (await response.json()) as { ResultCode?: unknown };
    return response.ok && (typeof ResultCode === 'string' || typeof ResultCode === 'number')
      ? String(ResultCode)
      : null;
  } catch {
    return null;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
