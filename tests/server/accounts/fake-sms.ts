import { SmsError, type CodeMessage, type SmsProvider } from '../../../server/providers/sms.ts';

export interface FakeSms extends SmsProvider {
  readonly sent: (CodeMessage & { readonly code: string; readonly providerPinId: string })[];
  readonly checked: string[];
  /** Texts that are not phone verification codes. */
  readonly texts: { readonly to: string; readonly text: string }[];
  /** The newest code sent to this number. */
  codeOf(phone: string): string;
  /** Makes the next call fail: `refused` has no effect, `lost` loses the answer. */
  failNext(how: 'refused' | 'lost'): void;
}

/** An SMS provider in memory. Codes have six digits. */
export function createFakeSms(): FakeSms {
  const sent: FakeSms['sent'] = [];
  const checked: string[] = [];
  const texts: FakeSms['texts'] = [];
  let next: 'refused' | 'lost' | null = null;

  function failIfTold(): void {
    const how = next;
    next = null;
    if (how !== null) throw new SmsError(`told to fail: ${how}`, { mayHaveActed: how === 'lost' });
  }

  return {
    sent,
    checked,
    texts,
    codeOf: (phone) => sent.findLast(({ to }) => to === phone)?.code ?? '',
    failNext: (how) => void (next = how),
    async sendCode(message) {
      failIfTold();
      const providerPinId = `provider-${sent.length + 1}`;
      sent.push({ ...message, code: String(100_000 + sent.length), providerPinId });
      return { providerPinId, status: 'Message Sent' };
    },
    async sendText(to, text) {
      failIfTold();
      texts.push({ to, text });
    },
    async checkCode(providerPinId, code) {
      failIfTold();
      checked.push(code);
      return sent.some((it) => it.providerPinId === providerPinId && it.code === code) ? 'right' : 'wrong';
    },
  };
}
