import { shop } from '../../../contract/shop.config.ts';
import { otpError } from '../../../contract/rules/otp.ts';
import { maskedPhone, phoneError, toMsisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { LIMITS, SHARE_OF_STRANGERS } from '../../limits/limits.ts';
import { multiplied } from '../../limits/multiplied.rules.ts';
import { tooOften } from '../../limits/too-often.ts';
import { createHourlyAlarmsService } from '../settlement/hourly-alarms.service.ts';
import { HttpError } from '../../http/http-error.ts';
import { CODE_MARK, SmsError, type CodeCheck, type SentCode } from '../../providers/sms.ts';
import { refuseFields } from './fields.rules.ts';
import type { Limits } from './limits.service.ts';
import * as challenges from './otp.repository.ts';
import { isReachable } from './reachable.rules.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { NO_SESSION, SEND_FAILED, VERIFY_FAILED, WRONG_CODE } from './texts.rules.ts';

const DIGITS = 6;
/** What Termii says of a code that left. */
const SENT = 'Message Sent';
const HOUR = 3_600_000;

export type OtpDeps = Pick<Deps, 'env' | 'db' | 'clock' | 'log' | 'sms' | 'limiter'>;

/** The browser that asks: its flow cookie (D1) and address. */
export interface Asker {
  readonly flow: string | null;
  readonly ip: string;
}

/** Codes that prove a phone. */
export function createOtpService(deps: OtpDeps, limits: Limits) {
  const { env, db, clock, log, sms } = deps;
  const { otp } = env;
  const { raiseHourly } = createHourlyAlarmsService(deps);

  /**
   * Writes the challenge if the phone allows another code. `unasked` where nobody waits for one at this phone: then none
   * is to be sent. `spentMs` is the wait where the hour's part of the shop's budget is used up (D23).
   */
  async function reserve(
    idHash: string,
    phone: string,
    flow: string | null,
  ): Promise<'reserved' | 'unasked' | { readonly spentMs: number }> {
    const flowHash = flow === null ? null : secretHash(flow);
    const now = clock.now();
    return db.tx(async (tx) => {
      await challenges.lockPhone(tx, phone, new Date(now.getTime() + 24 * HOUR));
      const sent = await challenges.codesSince(tx, phone, new Date(now.getTime() - 24 * HOUR));
      const waiting = await challenges.flowsWaitingFor(tx, phone, flowHash, now);
      const isOwn = (hash: string | null) => hash !== null && hash === flowHash && waiting.includes(hash);
      const isOwnFlow = isOwn(flowHash);
      // A browser with its own flow is not slowed by what strangers ask for (D24).
      const ofLane = isOwnFlow
        ? sent.filter((code) => isOwn(code.flowHash))
        : sent.filter((code) => code.flowHash === null || !waiting.includes(code.flowHash));
      refuseTooOften({ ofLane, sent, now, resendMs: otp.resendMs, factor: env.rateLimitFactor });
      const isWaitedFor = waiting.length > 0;
      if (isWaitedFor) {
        const { used, waitMs } = await limits.codeOfShop(tx, isOwnFlow);
        await alarmOf(tx, used, isOwnFlow);
        if (waitMs > 0) return { spentMs: waitMs };
      }
      await challenges.insertChallenge(tx, {
        idHash,
        phone,
        flowHash,
        sentAt: now,
        expiresAt: new Date(now.getTime() + otp.lifeMs),
        providerPinId: isWaitedFor ? '' : challenges.NOT_SENT,
      });
      return isWaitedFor ? 'reserved' : 'unasked';
    });
  }

  /** An hour's part that is half used, or ran out, raises an alarm, once an hour (D23). */
  async function alarmOf(tx: Sql, used: number, isOwnFlow: boolean): Promise<void> {
    const most = LIMITS.codesOfShop.most * env.rateLimitFactor;
    const kind = used === 0 ? 'codesSpent' : used >= most / 2 ? 'codesHalfSpent' : null;
    if (kind === null) return;
    await raiseHourly(tx, { kind, detail: { most: Math.floor(isOwnFlow ? most : most * SHARE_OF_STRANGERS) } });
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
      if (!error.mayHaveActed) await limits.forgetCodeOfShop();
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
    await limits.askCode(ip);
    const pinId = newSecret();
    const idHash = secretHash(pinId);
    const reserved = await reserve(idHash, phone, flow);
    if (typeof reserved === 'object') throw tooOften(reserved.spentMs / 1_000);
    if (reserved === 'unasked') return { pinId, balance: null, smsStatus: SENT };
    const { providerPinId, status } = await deliver(idHash, phone);
    await challenges.noteSent(db.sql, idHash, providerPinId);
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

interface Asked {
  /** Newest first: those that the asking browser is counted with, and all of the phone. */
  readonly ofLane: readonly challenges.AskedCode[];
  readonly sent: readonly challenges.AskedCode[];
  readonly now: Date;
  readonly resendMs: number;
  readonly factor: number;
}

/** One code a minute, never multiplied, besides the cap of the hour (D3), which counts only what was sent (D23). */
function refuseTooOften({ ofLane, sent, now, resendMs, factor }: Asked): void {
  const age = ({ sentAt }: challenges.AskedCode) => now.getTime() - sentAt.getTime();
  const last = ofLane.find(({ sentAt, expiresAt }) => expiresAt > sentAt);
  if (last !== undefined && age(last) < resendMs) {
    throw tooOften((resendMs - age(last)) / 1_000);
  }
  const refuseBeyond = ({ most, perMs }: { most: number; perMs: number }, asked: typeof sent) => {
    const inWindow = asked.filter((code) => code.providerPinId !== challenges.NOT_SENT && age(code) < perMs);
    // The one that has to leave the window before there is a place.
    const first = inWindow[multiplied(most, factor) - 1];
    if (first !== undefined) throw tooOften((perMs - age(first)) / 1_000);
    return inWindow.length;
  };
  // Strangers who begin sign-ups for a phone neither flood it nor take the first code from a browser of its own.
  if (refuseBeyond(LIMITS.codesOfPhone, ofLane) > 0) refuseBeyond(LIMITS.codesOfPhoneInAll, sent);
}

/** The last line is for phones that fill the code in by themselves (WebOTP, U22). */
function smsText(lifeMs: number, publicOrigin: string): string {
  const minutes = Math.ceil(lifeMs / 60_000);
  const host = new URL(publicOrigin).hostname;
  return `Your ${shop.name} code is ${CODE_MARK}. It is valid for ${minutes} minutes. Never share it.\n\n@${host} #${CODE_MARK}`;
}
