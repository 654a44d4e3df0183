import { toReference } from '../payments/push.rules.ts';

/** Characters of an order's id that are its account (PAY-C1). */
export const ACCOUNT_LENGTH = 8;

/** The account as the payer typed it. */
export interface TypedAccount {
  /** The order's short id, in small letters. `null` when it cannot be one. */
  readonly shortId: string | null;
  /** It begins with the shop's letters, as the reference of a prompt does. */
  readonly isOfPrompt: boolean;
}

/**
 * Parses a typed account (PAY-C4). Ignores case, spaces, `#` and dashes, and reads O as 0 and I as 1, since ids contain
 * neither letter.
 */
export function parseAccount(typed: string, shopName: string): TypedAccount {
  const letters = toPlain(toReference(shopName, ''));
  const plain = toPlain(typed);
  const isOfPrompt = plain.length === letters.length + ACCOUNT_LENGTH && plain.startsWith(letters);
  const id = isOfPrompt ? plain.slice(letters.length) : plain;
  return { shortId: new RegExp(`^[0-9a-f]{${ACCOUNT_LENGTH}}$`).test(id) ? id : null, isOfPrompt };
}

function toPlain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[\s#–-]/g, '')
    .replaceAll('o', '0')
    .replaceAll('i', '1');
}
