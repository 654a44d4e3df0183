import type { Verification } from '../../contract/auth.ts';

/** Converts a phone verification to the proof that some calls require (D1). */
export function toProofPayload({ verified, msisdn, verificationToken }: Verification) {
  return { verified: verified === true, msisdn, ...(verificationToken !== undefined && { verificationToken }) };
}
