export interface Sms {
  /** Digits with the country code. */
  readonly to: string;
  readonly text: string;
  readonly code?: string;
  readonly sentAt: string;
}

const KEPT = 500;

/** All messages received, newest first. */
export interface SmsInbox {
  deliver(sms: Sms): void;
  messages(phone?: string): readonly Sms[];
  reset(): void;
}

export function createSmsInbox(): SmsInbox {
  let all: Sms[] = [];
  return {
    deliver: (sms) => void (all = [sms, ...all.slice(0, KEPT - 1)]),
    messages: (phone) => (phone === undefined ? all : all.filter(({ to }) => to === toDigits(phone))),
    reset: () => void (all = []),
  };
}

function toDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^0(?=\d{9}$)/, '254');
}
