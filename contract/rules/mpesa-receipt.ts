import * as texts from '../texts/claims.ts';
import { cleanLine } from './clean-text.ts';

/** Shown beside the field, and when a text has not exactly one receipt. */
export const RECEIPT_HINT = texts.receiptHint;

/** Longest text that is read. An M-Pesa message has below 300 characters. */
export const MPESA_MESSAGE_LENGTH = 1_000;

const LINK = /https?:\/\/\S+|\b\S+\.\S+\/\S*/gi;
/** Ten letters and digits that are no part of a longer word or number. */
const TEN = /(?<![\p{L}\p{N}])[a-z0-9]{10}(?![\p{L}\p{N}])/giu;

/**
 * Returns the receipt number in a pasted M-Pesa message, or a typed one, in capital letters (PAY-S1). `null` without one,
 * and when several fit. Nothing else of the text is read.
 */
export function findReceipt(typed: string): string | null {
  if (typed.length > MPESA_MESSAGE_LENGTH) return null;
  const text = cleanLine(typed);
  const words = (text.replaceAll(LINK, ' ').match(TEN) ?? []).map((word) => word.toUpperCase());
  const isAlone = /^[^\p{L}\p{N}]*[a-z0-9]{10}[^\p{L}\p{N}]*$/iu.test(text);
  const [first, ...others] = new Set(words.filter((word) => isReceipt(word, isAlone)));
  return first === undefined || others.length > 0 ? null : first;
}

/** Receipts start with a letter. In a message they have a digit, too, because names may have ten letters. */
function isReceipt(word: string, isAlone: boolean): boolean {
  return /^[A-Z]/.test(word) && (isAlone || /\d/.test(word));
}
