import { createHash } from 'node:crypto';
import type { Env } from '../env/env.ts';

/** Google's sign-in script and frames. The policy of every page allows them, but only auth pages load them (D13). */
const GOOGLE = 'https://accounts.google.com/gsi/';

export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Returns the CSP source for this exact inline text. */
export function cspHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Returns the policy of pages (D13): inline code only with a matching hash. `google` is the base URL of Google's script
 * and windows.
 */
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

/** Policy of responses that are not pages, so that browsers neither run nor display them. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of every response (providers 3.3). HSTS only when shoppers use TLS, because it would break local runs. */
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
