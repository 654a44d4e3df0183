import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { createGoogleKeys, NoKeysError } from './google-keys.ts';

/** Identity in a credential. */
export interface GoogleIdentity {
  /** Google's id of the person. The only field that never changes. */
  readonly sub: string;
  /** Verified by Google. */
  readonly email: string;
  /** Empty when the person has none. */
  readonly name: string;
  /** URL on any host, or `null`. */
  readonly picture: string | null;
  /** Nonce of the page that requested the credential, or `null`. */
  readonly nonce: string | null;
}

/** An invalid credential, or one that cannot be checked now. The message reveals nothing about the credential. */
export class GoogleError extends Error {
  readonly isRefusal: boolean;

  constructor(reason: string, { isRefusal }: { readonly isRefusal: boolean }) {
    super(reason);
    this.name = 'GoogleError';
    this.isRefusal = isRefusal;
  }
}

export interface GoogleProvider {
  /** Rejects with GoogleError. */
  verifyCredential(credential: string): Promise<GoogleIdentity>;
}

export interface GoogleSettings {
  /** Audience of valid credentials. `null`: no credential is valid. */
  readonly clientId: string | null;
  readonly jwksUrl: string;
  readonly issuers: readonly string[];
}

const TOLERANCE_SECONDS = 60;

const Claims = v.object({
  sub: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,255}$/)),
  /** Not a list, because such a credential would be valid for other audiences too. */
  aud: v.string(),
  email: v.string(),
  /** The text "true" is not accepted. */
  email_verified: v.literal(true),
  name: v.fallback(v.string(), ''),
  picture: v.fallback(v.nullable(v.string()), null),
  nonce: v.optional(v.nullable(v.string()), null),
});

/** Verifies Google's ID tokens with Google's keys (providers 1.9). */
export function createGoogle({
  settings: { clientId, jwksUrl, issuers },
  clock,
  log,
}: {
  readonly settings: GoogleSettings;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
}): GoogleProvider {
  const keys = createGoogleKeys({ url: jwksUrl, clock, log });
  return {
    async verifyCredential(credential) {
      if (clientId === null) throw new GoogleError('no client id is set', { isRefusal: true });
      // Few requests need the library, so a start does not load it.
      const { errors, jwtVerify } = await import('jose');
      try {
        const { payload } = await jwtVerify(credential, keys, {
          algorithms: ['RS256'],
          audience: clientId,
          issuer: [...issuers],
          requiredClaims: ['exp', 'iat', 'sub'],
          maxTokenAge: '1h',
          clockTolerance: TOLERANCE_SECONDS,
          currentDate: clock.now(),
        });
        const { sub, email, name, picture, nonce } = v.parse(Claims, payload);
        return { sub, email, name, picture, nonce };
      } catch (error) {
        if (error instanceof errors.JOSEError) throw new GoogleError(error.code, { isRefusal: true });
        throw toGoogleError(error);
      }
    },
  };
}

function toGoogleError(error: unknown): unknown {
  if (error instanceof NoKeysError) return new GoogleError('no keys of Google', { isRefusal: false });
  if (error instanceof v.ValiError) return new GoogleError('claims', { isRefusal: true });
  return error;
}
