import { createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import * as v from 'valibot';
import { emailError } from '../../contract/rules/email.ts';

/** Schemas for the values of settings (`./env.ts`), with error texts. */

export const whole = (min: number, max: number, fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.regex(/^\d+$/, 'must be a whole number'),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );
export const list = (fallback: string) =>
  v.pipe(
    v.optional(v.string(), fallback),
    v.transform((value) =>
      value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    ),
  );
export const seconds = (fallback: string) =>
  v.pipe(
    list(fallback),
    v.array(v.pipe(v.string(), v.regex(/^[1-9]\d{0,6}$/, 'must be whole numbers of seconds'), v.transform(Number))),
    v.minLength(1, 'must not be empty'),
    v.check((all) => all.every((one, index) => index === 0 || one > (all[index - 1] ?? 0)), 'must rise'),
  );
export const addresses = v.pipe(
  list(''),
  v.array(v.pipe(v.string(), v.check(isBlock, 'must be IP addresses or CIDR blocks'))),
);
export const countries = (fallback: string) =>
  v.pipe(
    list(fallback),
    v.array(v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/, 'must be country codes, e.g. 254'))),
    v.minLength(1, 'must not be empty'),
  );
export const url = (protocols: readonly string[]) =>
  v.pipe(
    v.string(),
    v.check(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL (${protocols.join(', ')})`,
    ),
  );
export const webUrl = url(['http:', 'https:']);
/** A URL that paths are appended to. No query, no login and no invalid characters. */
export const baseUrl = v.pipe(
  webUrl,
  v.regex(/^[\w\-.~:/[\]%]+$/, 'must be a plain address, without a blank, a login, a query or a fragment'),
);
export const email = v.pipe(
  v.string(),
  v.check((value) => emailError(value) === null, 'must be an e-mail address'),
);
export const shortcode = v.pipe(v.string(), v.regex(/^\d{5,7}$/, 'needs 5 to 7 digits'));
/** A certificate or a public key for RSA: its text, with `\\n` for line ends, or the path of its file. Read as PEM. */
export const certificate = v.pipe(
  v.string(),
  v.transform(readPublicKey),
  v.string('must be the file, or the text, of a certificate for RSA'),
);
/** Midnight in Nairobi. */
export const day = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\d$/, 'must be a date, e.g. 2026-12-31'),
  v.transform((value) => new Date(`${value}T00:00:00+03:00`)),
  v.date('must be a date, e.g. 2026-12-31'),
);

/** Returns `null` when there is none. */
function readPublicKey(value: string): string | null {
  try {
    const text = value.includes('-----BEGIN') ? value.replaceAll(String.raw`\n`, '\n') : readFileSync(value);
    const isKey = text.includes('PUBLIC KEY');
    const key = isKey ? createPublicKey(text) : new X509Certificate(text).publicKey;
    return key.asymmetricKeyType === 'rsa' ? key.export({ type: 'spki', format: 'pem' }).toString() : null;
  } catch {
    return null;
  }
}

function isBlock(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/');
  return (
    more.length === 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= (net.isIP(address) === 4 ? 32 : 128) &&
    net.isIP(address) > 0
  );
}
