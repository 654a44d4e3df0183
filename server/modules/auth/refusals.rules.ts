import { NO_OTP_SESSION } from '../../../contract/rules/otp.ts';
import { Refusal } from '../../refusal.ts';
import { EMAIL_IN_USE } from './texts.rules.ts';

/** The code counts no more, or its proof: too old, used, tried too often, or none of this browser's (D1, D4). */
export function noOtpSession(): Refusal {
  return new Refusal('invalid', NO_OTP_SESSION, { code: 'no-otp-session' });
}

/** Somebody else made the address theirs meanwhile (D22). */
export function emailInUse(): Refusal {
  return new Refusal('conflict', EMAIL_IN_USE, { code: 'email-in-use' });
}
