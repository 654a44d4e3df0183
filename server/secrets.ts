import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text; `prefix` tells its kind (`cus_`: a customer's session). */
export function newSecret(prefix = ''): string {
  return `${prefix}${randomBytes(32).toString('base64url')}`;
}

/** 256 random bits for a link in a mail: in letters and digits, since programs that look for links drop a dash at the end. */
export function newLinkToken(): string {
  return randomBytes(32).toString('hex');
}

/** What the database keeps of a secret. Plain sha256 is enough for 256 random bits. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
