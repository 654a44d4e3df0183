import type { Verification } from '../../contract/auth.ts';

/** What verify answered, as the calls take it that need a proof (D1). */
export function proofOf({ verified, msisdn, verificationToken }: Verification) {
  return { verified: verified === true, msisdn, ...(verificationToken !== undefined && { verificationToken }) };
}
