import { NO_OTP_SESSION } from '../../../contract/rules/otp.ts';
import { HttpError } from '../../http/http-error.ts';
import { EMAIL_IN_USE } from './texts.rules.ts';

/** The code counts no more, or its proof: too old, used, tried too often, or none of this browser's (D1, D4). */
export function noOtpSession(): HttpError {
  return new HttpError(400, NO_OTP_SESSION, { code: 'no-otp-session' });
}

/** Somebody else made the address theirs meanwhile (D22). */
export function emailInUse(): HttpError {
  return new HttpError(409, EMAIL_IN_USE, { code: 'email-in-use' });
}
