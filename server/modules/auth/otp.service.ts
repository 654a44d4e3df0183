import { shop } from '../../../contract/shop.config.ts';
import { otpError } from '../../../contract/rules/otp.ts';
import { maskedPhone, phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import type { Deps } from '../../deps.ts';
import { HttpError } from '../../http/http-error.ts';
import { CODE_MARK, SmsError, type CodeCheck, type SentCode } from '../../providers/sms.ts';
import { refuseFields } from './fields.rules.ts';
import { CODES_PER_DAY, CODES_PER_HOUR, type Limits } from './limits.service.ts';
import * as challenges from './otp.repository.ts';
import { extendPhoneChange } from './phone-changes.repository.ts';
import { isReachable } from './reachable.rules.ts';
import { extendPending } from './registration.repository.ts';
import { slowDown } from '../../rate-limit.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { NO_SESSION, SEND_FAILED, VERIFY_FAILED, WRONG_CODE } from './texts.rules.ts';

const DIGITS = 6;
/** What Termii says of a code that left. */
const SENT = 'Message Sent';
const HOUR = 3_600_000;

export type OtpDeps = Pick<Deps, 'env' | 'db' | 'clock' | 'log' | 'sms'>;

/** The browser that asks: its flow cookie (D1) and address. */
export interface Asker {
  readonly flow: string | null;
  readonly ip: string;
}

/** Codes that prove a phone. */
export function createOtpService({ env, db, clock, log, sms }: OtpDeps, limits: Limits) {
  const { otp } = env;

  /**
   * Writes the challenge if phone, hour and day allow another code. False where nobody waits for one at this phone: then
   * none is to be sent (D23).
   */
  async function reserve(idHash: string, phone: string, flow: string | null): Promise<boolean> {
    const now = clock.now();
    return db.tx(async (tx) => {
      await challenges.lockPhone(tx, phone, new Date(now.getTime() + 24 * HOUR));
      const sent = await challenges.codesSince(tx, phone, new Date(now.getTime() - 24 * HOUR));
      refuseTooOften(sent, now, otp.resendMs, env.rateLimitFactor);
      const isWaitedFor = await challenges.isWaitedFor(tx, phone, now);
      if (isWaitedFor) await limits.codeOfShop(tx);
      await challenges.insertChallenge(tx, {
        idHash,
        phone,
        flowHash: flow === null ? null : secretHash(flow),
        sentAt: now,
        expiresAt: new Date(now.getTime() + otp.lifeMs),
        providerPinId: isWaitedFor ? '' : challenges.NOT_SENT,
      });
      return isWaitedFor;
    });
  }

  async function deliver(idHash: string, phone: string): Promise<SentCode> {
    try {
      const text = smsText(otp.lifeMs, env.publicOrigin);
      return await sms.sendCode({
        to: phone,
        text,
        lifeSeconds: Math.ceil(otp.lifeMs / 1000),
        digits: DIGITS,
        tries: otp.tries,
      });
    } catch (error) {
      if (!(error instanceof SmsError)) throw error;
      log.warn({ reason: error.message, mayHaveActed: error.mayHaveActed, phone: maskedPhone(phone) }, 'code not sent');
      await (error.mayHaveActed ? challenges.spoilChallenge : challenges.forgetChallenge)(db.sql, idHash);
      throw new HttpError(503, SEND_FAILED, { retryAfter: 10 });
    }
  }

  async function check(idHash: string, providerPinId: string, pin: string): Promise<CodeCheck> {
    if (providerPinId === challenges.NOT_SENT) return 'wrong';
    try {
      return await sms.checkCode(providerPinId, pin);
    } catch (error) {
      if (!(error instanceof SmsError)) throw error;
      log.warn({ reason: error.message }, 'code not checked');
      await challenges.giveTryBack(db.sql, idHash);
      throw new HttpError(503, VERIFY_FAILED, { retryAfter: 5 });
    }
  }

  /** A shopper who asks for another code is still signing up, or changing the number. */
  async function keepPending(flow: string | null, phone: string): Promise<void> {
    if (flow === null) return;
    const now = clock.now();
    const waits = { flowHash: secretHash(flow), phone, now, expiresAt: new Date(now.getTime() + otp.signUpMs) };
    await extendPending(db.sql, waits);
    await extendPhoneChange(db.sql, waits);
  }

  /**
   * Sends a code and answers our own opaque id of it (D4), which is the same answer where nobody waits for one and none
   * is sent (D23). HttpError 400 for a phone that gets none (D3), 429 too soon or too often, 503 when the provider failed.
   */
  async function send(
    typed: string,
    { flow, ip }: Asker,
  ): Promise<{ pinId: string; balance: null; smsStatus: string }> {
    refuseFields({ phone: phoneError(typed) });
    const phone = toMsisdn(typed);
    if (!isReachable(phone, otp.countries)) throw new HttpError(400, SEND_FAILED);
    await limits.sendCode(ip);
    const pinId = newSecret();
    const idHash = secretHash(pinId);
    if (!(await reserve(idHash, phone, flow))) return { pinId, balance: null, smsStatus: SENT };
    const { providerPinId, status } = await deliver(idHash, phone);
    await challenges.noteSent(db.sql, idHash, providerPinId);
    await keepPending(flow, phone);
    return { pinId, balance: null, smsStatus: status };
  }

  /** Compares a code. HttpError 400 for one of another form, a wrong one and where no code can be tried (D4, D14). */
  async function verify(
    pinId: string,
    pin: string,
    { ip }: Asker,
  ): Promise<{ verified: true; msisdn: string; verificationToken: string }> {
    refuseFields({ pin: otpError(pin) });
    await limits.checkCode(ip);
    const idHash = secretHash(pinId);
    const challenge = await challenges.takeTry(db.sql, idHash, clock.now(), otp.tries);
    if (challenge === null) throw new HttpError(400, NO_SESSION);
    const outcome = await check(idHash, challenge.providerPinId, pin);
    if (outcome === 'wrong') throw new HttpError(400, WRONG_CODE);
    const verificationToken = newSecret();
    const isFirst =
      outcome === 'right' &&
      (await challenges.markVerified(db.sql, idHash, clock.now(), secretHash(verificationToken)));
    if (!isFirst) throw new HttpError(400, NO_SESSION);
    return { verified: true, msisdn: challenge.phone, verificationToken };
  }

  return { send, verify };
}

/**
 * One code a minute and phone, never multiplied, besides the caps of hour and day (D3). Those count only what was sent
 * (D23).
 */
function refuseTooOften(asked: readonly challenges.AskedCode[], now: Date, resendMs: number, factor: number): void {
  const age = ({ sentAt }: challenges.AskedCode) => now.getTime() - sentAt.getTime();
  const last = asked.find(({ sentAt, expiresAt }) => expiresAt > sentAt);
  if (last !== undefined && age(last) < resendMs) {
    const retryAfter = Math.ceil((resendMs - age(last)) / 1000);
    throw new HttpError(429, slowDown(retryAfter), { retryAfter });
  }
  const sent = asked.filter(({ providerPinId }) => providerPinId !== challenges.NOT_SENT);
  for (const [most, windowMs] of [
    [CODES_PER_HOUR * factor, HOUR],
    [CODES_PER_DAY * factor, 24 * HOUR],
  ] as const) {
    const inWindow = sent.filter((code) => age(code) < windowMs);
    const oldest = inWindow.at(-1);
    if (oldest !== undefined && inWindow.length >= most) {
      const retryAfter = Math.ceil((windowMs - age(oldest)) / 1000);
      throw new HttpError(429, slowDown(retryAfter), { retryAfter });
    }
  }
}

/** The last line is for phones that fill the code in by themselves (WebOTP, U22). */
function smsText(lifeMs: number, publicOrigin: string): string {
  const minutes = Math.ceil(lifeMs / 60_000);
  const host = new URL(publicOrigin).hostname;
  return `Your ${shop.name} code is ${CODE_MARK}. It is valid for ${minutes} minutes. Never share it.\n\n@${host} #${CODE_MARK}`;
}
