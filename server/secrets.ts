import { createHash, randomBytes } from 'node:crypto';

/** Returns 256 random bits as text. `prefix` marks the kind, e.g. `cus_` for a customer's session. */
export function newSecret(prefix = ''): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/** Returns 256 random bits for a link in a mail. Hex, because some programs cut a trailing dash off links. */
export function newLinkToken(): string {
  return randomBytes(32).toString('hex');
}

/** Returns the hash of a secret for the database. SHA-256 without a salt is enough for 256 random bits. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
