import * as v from 'valibot';
import { callProvider, isSuccess, NoAnswerError } from './call.ts';
import { CODE_MARK, SmsError, type CodeCheck, type SmsProvider } from './sms.ts';

export interface TermiiSettings {
  /** Specific to the account, from Termii's dashboard. Points to the simulator in development. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** 3 to 11 characters, registered with Termii. */
  readonly senderId: string;
  readonly channel: 'dnd' | 'generic' | 'whatsapp';
  readonly timeoutMs: number;
}

const Sent = v.object({ pinId: v.pipe(v.string(), v.minLength(1)), smsStatus: v.optional(v.string(), '') });
const Checked = v.object({ verified: v.union([v.string(), v.boolean()]) });

/**
 * Termii over HTTP (providers 1.8). The body contains the API key, so bodies are never logged or added to errors. Every
 * failure is an `SmsError`.
 */
export function createTermii(settings: TermiiSettings): SmsProvider {
  const post = (path: string, body: Readonly<Record<string, unknown>>) =>
    call(
      new URL(`${settings.baseUrl.replace(/\/$/, '')}${path}`),
      { api_key: settings.apiKey, ...body },
      settings.timeoutMs,
    );

  return {
    async sendCode({ to, text, lifeSeconds, digits, tries }) {
      const { status, body } = await post('/api/sms/otp/send', {
        message_type: 'NUMERIC',
        pin_type: 'NUMERIC',
        to,
        from: settings.senderId,
        channel: settings.channel,
        pin_attempts: tries,
        pin_time_to_live: Math.ceil(lifeSeconds / 60),
        pin_length: digits,
        pin_placeholder: CODE_MARK,
        message_text: text,
      });
      if (!isSuccess(status)) throw new SmsError(`Termii refused to send (${status})`, { mayHaveActed: false });
      const sent = v.safeParse(Sent, body);
      if (!sent.success) throw new SmsError('Termii sent an unreadable answer', { mayHaveActed: true });
      return { providerPinId: sent.output.pinId, status: sent.output.smsStatus };
    },

    async checkCode(providerPinId, code) {
      const { status, body } = await post('/api/sms/otp/verify', { pin_id: providerPinId, pin: code });
      const checked = v.safeParse(Checked, body);
      if (isSuccess(status) && checked.success) return outcome(checked.output.verified);
      // Some of Termii's routes answer 400 for a wrong code, with or without `verified`.
      if ((status === 400 || status === 422) && body !== undefined) return 'wrong';
      throw new SmsError(`Termii did not check the code (${status})`, { mayHaveActed: isSuccess(status) });
    },

    async sendText(to, text) {
      const { status } = await post('/api/sms/send', {
        to,
        from: settings.senderId,
        sms: text,
        type: 'plain',
        channel: settings.channel,
      });
      if (!isSuccess(status)) throw new SmsError(`Termii refused to send (${status})`, { mayHaveActed: false });
    },
  };
}

/** The text "False" is truthy, so only `true` and "True" count as success (providers 1.8). */
function outcome(verified: string | boolean): CodeCheck {
  if (verified === true || verified === 'True') return 'right';
  return verified === 'Expired' ? 'expired' : 'wrong';
}

/** Returns the status and the JSON of the reply. `body` is `undefined` when it is not JSON. */
async function call(url: URL, body: unknown, timeoutMs: number): Promise<{ status: number; body: unknown }> {
  try {
    return await callProvider(url, { method: 'POST', headers: {}, body, signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    if (!(cause instanceof NoAnswerError)) throw cause;
    throw new SmsError(`Termii: ${cause.message}`, { mayHaveActed: cause.wasSent, cause });
  }
}
