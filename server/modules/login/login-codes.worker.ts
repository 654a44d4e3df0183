import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { maskPhone, toMsisdn } from '../../../contract/rules/phone.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { SmsError } from '../../providers/sms.ts';
import { secretHash } from '../../secrets.ts';
import { loginCodeMail } from '../messages/account-mails.texts.ts';
import { formatCodeText, isReachable } from '../codes/codes.rules.ts';
import { LOGIN_CODE_JOB, LOGIN_CODE_MS, LoginCodeJob } from './login-codes.service.ts';
import * as challenges from '../codes/otp.repository.ts';
import { findByEmail } from '../users/users.repository.ts';

/** Sends login codes (D26): by SMS within the phone's limit, otherwise by mail. Sends nothing to an unknown e-mail. */
export function registerLoginCodes(
  deps: Pick<Deps, 'env' | 'db' | 'log' | 'jobs' | 'sms'>,
  services: Pick<Services, 'limits' | 'codePlaces' | 'loginCodes' | 'mailDelivery'>,
): void {
  const { limits } = services;
  const { env, db, log, sms } = deps;
  const { reserveForLogin } = services.codePlaces;
  const { createCode } = services.loginCodes;
  const { deliver, giveUp } = services.mailDelivery;

  /** Returns false when no SMS was sent. An SMS with an unknown outcome counts as sent. */
  async function sendBySms(phone: string, code: string): Promise<boolean> {
    const idHash = secretHash(randomUUID());
    if (!isReachable(toMsisdn(`+${phone}`), env.otp.countries) || !(await reserveForLogin(idHash, phone))) return false;
    try {
      await sms.sendText(phone, formatCodeText(code, LOGIN_CODE_MS, env.publicOrigin));
      return true;
    } catch (error) {
      if (!(error instanceof SmsError)) throw error;
      log.warn({ reason: error.message, mayHaveActed: error.mayHaveActed, phone: maskPhone(phone) }, 'code not sent');
      if (error.mayHaveActed) return true;
      await challenges.deleteChallenge(db.sql, idHash);
      await limits.returnShopCode();
      return false;
    }
  }

  deps.jobs.register(
    LOGIN_CODE_JOB,
    async (job) => {
      const { email } = v.parse(LoginCodeJob, job.payload);
      const user = await findByEmail(db.sql, email);
      if (user === null) return;
      const code = await createCode(email);
      if (await sendBySms(user.phone, code)) return;
      await deliver(job, { id: `${job.id}-${job.attempt}`, to: email, ...loginCodeMail(code, LOGIN_CODE_MS) });
    },
    { lane: 'sms', onGivenUp: giveUp },
  );
}
