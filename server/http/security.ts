import { createHash } from 'node:crypto';
import type { Env } from '../env/env.ts';

/** Google's sign-in script and frames, allowed by the policy of every page and loaded on auth pages only (D13). */
const GOOGLE = 'https://accounts.google.com/gsi/';

export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** The CSP source that allows exactly this inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The policy of pages (D13): nothing inline but what a hash names. `google` is where its script and windows are. */
export function pagePolicy({ scripts, styles }: InlineHashes, google: string = GOOGLE): string {
  return [
    "default-src 'self'",
    ['script-src', "'self'", ...scripts, `${google}client`].join(' '),
    ['style-src', "'self'", ...styles, `${google}style`].join(' '),
    "img-src 'self' data: https:",
    `connect-src 'self' ${google}`,
    `frame-src ${google}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The policy of everything that is not a page: data that a browser must not run or show as one. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every answer (providers 3.3). HSTS only where shoppers come over TLS, else local runs break. */
export function commonHeaders({ isSecure }: Pick<Env, 'isSecure'>): Readonly<Record<string, string>> {
  return {
    'content-security-policy': DATA_POLICY,
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-site',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=(), browsing-topics=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}
