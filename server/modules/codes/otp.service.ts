import { otpError } from '../../../contract/rules/otp.ts';
import { maskPhone, phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { toTooManyRequests } from '../../limits/too-many-requests.ts';
import { Refusal, refuseFields } from '../../refusal.ts';
import { CODE_MARK, SmsError, type CodeCheck, type SentCode } from '../../providers/sms.ts';
import type { Caller } from '../../people.ts';
import { formatCodeText, isReachable, noOtpSession } from './codes.rules.ts';
import * as challenges from './otp.repository.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import * as texts from '../users/accounts.texts.ts';

const DIGITS = 6;
/** The default status text of Termii for a sent code. */

/** SMS codes that verify a phone. */
export function createOtpService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'log' | 'sms'>,
  { codePlaces, limits }: Pick<Services, 'codePlaces' | 'limits'>,
) {
  const { env, db, clock, log, sms } = deps;
  const { otp } = env;
  const { reserve } = codePlaces;

  async function deliver(idHash: string, phone: string): Promise<SentCode> {
    try {
      const text = formatCodeText(CODE_MARK, otp.lifeMs, env.publicOrigin);
      return await sms.sendCode({
        to: phone,
        text,
        lifeSeconds: Math.ceil(otp.lifeMs / 1000),
        digits: DIGITS,
        tries: otp.tries,
      });
    } catch (error) {
      if (!(error instanceof SmsError)) throw error;
      log.warn({ reason: error.message, mayHaveActed: error.mayHaveActed, phone: maskPhone(phone) }, 'code not sent');
      await (error.mayHaveActed ? challenges.voidChallenge : challenges.deleteChallenge)(db.sql, idHash);
      if (!error.mayHaveActed) await limits.returnShopCode();
      throw new Refusal('unavailable', texts.sendFailed, { retryAfter: 10 });
    }
  }

  async function check(idHash: string, providerPinId: string, pin: string): Promise<CodeCheck> {
    if (providerPinId === challenges.NOT_SENT) return 'wrong';
    try {
      return await sms.checkCode(providerPinId, pin);
    } catch (error) {
      if (!(error instanceof SmsError)) throw error;
      log.warn({ reason: error.message }, 'code not checked');
      await challenges.returnTry(db.sql, idHash);
      throw new Refusal('unavailable', texts.verifyFailed, { retryAfter: 5 });
    }
  }

  /**
   * Sends a code. Returns our own opaque id (D4). The response is the same when no flow waits for a code and none is
   * sent (D23). Throws `Refusal` `invalid` when the phone cannot get codes (D3), `too-often` when a limit is reached,
   * `unavailable` when the provider fails.
   */
  async function send(typed: string, asker: Caller): Promise<{ pinId: string; balance: null; smsStatus: string }> {
    refuseFields({ phone: phoneError(typed) });
    const phone = toMsisdn(typed);
    if (!isReachable(phone, otp.countries)) throw new Refusal('invalid', texts.sendFailed);
    await limits.countCodeRequest(asker);
    const pinId = newSecret();
    const idHash = secretHash(pinId);
    const reserved = await reserve(idHash, phone, asker);
    if (typeof reserved === 'object') throw toTooManyRequests(reserved.waitMs / 1_000);
    if (reserved === 'unasked') return { pinId, balance: null, smsStatus: texts.messageSent };
    const { providerPinId, status } = await deliver(idHash, phone);
    await challenges.markSent(db.sql, idHash, providerPinId);
    return { pinId, balance: null, smsStatus: status };
  }

  /**
   * Checks a code. Throws `Refusal` `invalid` for a malformed code, a wrong code, or when there is no code to try (D4,
   * D14).
   */
  async function verify(
    pinId: string,
    pin: string,
    asker: Caller,
  ): Promise<{ verified: true; msisdn: string; verificationToken: string }> {
    refuseFields({ pin: otpError(pin) });
    const idHash = secretHash(pinId);
    const challenge = await challenges.takeTry(db.sql, idHash, clock.now(), otp.tries);
    if (challenge === null) {
      await limits.checkNothing(asker);
      throw noOtpSession();
    }
    const outcome = await check(idHash, challenge.providerPinId, pin);
    if (outcome === 'wrong') throw new Refusal('invalid', texts.wrongCode);
    const verificationToken = newSecret();
    const isFirst =
      outcome === 'right' &&
      (await challenges.markVerified(db.sql, idHash, clock.now(), secretHash(verificationToken)));
    if (!isFirst) throw noOtpSession();
    return { verified: true, msisdn: challenge.phone, verificationToken };
  }

  return { send, verify };
}
