import { randomUUID } from 'node:crypto';
import { CODE_MARK, SmsError, type SmsProvider } from '../../server/providers/sms.ts';

/** An SMS provider that stores its messages. Codes count up, so that each code is different. */
export function createFakeSms() {
  const codes: { to: string; code: string; text: string; id: string }[] = [];
  const texts: { to: string; text: string }[] = [];
  let next = 123_456;
  let refusals = 0;
  return {
    codes,
    texts,
    /** Rejects this number of texts. Codes are still sent. */
    refuseTexts: (times: number) => void (refusals = times),
    async sendCode({ to, text }) {
      const code = String(next);
      next += 1;
      const id = randomUUID();
      codes.push({ to, code, text: text.replaceAll(CODE_MARK, code), id });
      return { providerPinId: id, status: 'Message Sent' };
    },
    async checkCode(providerPinId, code) {
      return codes.some((sent) => sent.id === providerPinId && sent.code === code) ? 'right' : 'wrong';
    },
    async sendText(to, text) {
      if (refusals > 0) {
        refusals -= 1;
        throw new SmsError('told to refuse', { mayHaveActed: false });
      }
      texts.push({ to, text });
    },
  } satisfies SmsProvider & Record<string, unknown>;
}
