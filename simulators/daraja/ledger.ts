import { randomInt } from 'node:crypto';
import { MERCHANT, type Rules } from './merchant.ts';

export type TransactionKind = 'prompt' | 'paybill' | 'till' | 'reversal' | 'payout';

/** Money that really moved. */
export interface Transaction {
  readonly receipt: string;
  readonly kind: TransactionKind;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Whole shillings. */
  readonly amount: number;
  /** A phone or a short code. */
  readonly from: string;
  readonly to: string;
  /** Name of the phone's owner. */
  readonly name: string;
  /** As typed, or the reference of a prompt. Empty for other kinds. */
  readonly account: string;
  /** Receipt of the payment that this one sends back. */
  readonly reverses?: string;
}

/** All money of the simulated M-Pesa. */
export interface Ledger {
  add(transaction: Transaction): void;
  find(receipt: string): Transaction | undefined;
  /** Returns the reversal of a payment. */
  findReversal(receipt: string): Transaction | undefined;
  /** Oldest first. */
  all(): readonly Transaction[];
  /** Balance of a phone or short code, in shillings. A phone starts at 0, so that it shows what it paid in sum. */
  balance(party: string): number;
  /** The balance of every phone and short code. */
  balances(): Readonly<Record<string, number>>;
  reset(): void;
}

export function createLedger(rules: () => Rules): Ledger {
  const transactions = new Map<string, Transaction>();
  const moved = new Map<string, number>();

  const start = (party: string) => (party === MERCHANT.payoutShortcode ? rules().float : 0);
  const balance = (party: string) => start(party) + (moved.get(party) ?? 0);

  return {
    add(transaction) {
      transactions.set(transaction.receipt, transaction);
      const { from, to, amount } = transaction;
      moved.set(from, (moved.get(from) ?? 0) - amount);
      moved.set(to, (moved.get(to) ?? 0) + amount);
    },
    find: (receipt) => transactions.get(receipt),
    findReversal: (receipt) => [...transactions.values()].find(({ reverses }) => reverses === receipt),
    all: () => [...transactions.values()],
    balance,
    balances: () =>
      Object.fromEntries(
        [...new Set([MERCHANT.shortcode, MERCHANT.payoutShortcode, ...moved.keys()])].map((party) => [
          party,
          balance(party),
        ]),
      ),
    reset() {
      transactions.clear();
      moved.clear();
    },
  };
}

/** Returns a new receipt: ten capital letters and digits, starting with a letter. */
export function newReceipt(): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const any = `${letters}0123456789`;
  return Array.from({ length: 10 }, (_, index) => (index === 0 ? letters[randomInt(26)] : any[randomInt(36)])).join('');
}

/** Masks a phone as Safaricom does: `25470****149`. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 5)}****${phone.slice(-3)}`;
}
