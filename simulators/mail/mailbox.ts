export interface ReceivedMail {
  /** Recipient of the envelope, so that none is missing. */
  readonly to: string;
  readonly from: string;
  readonly replyTo: string | null;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Unique URLs in the text and in links of the HTML. */
  readonly links: readonly string[];
  readonly sentAt: string;
}

const KEPT = 500;

/** All mails received, newest first. */
export interface Mailbox {
  deliver(mail: ReceivedMail): void;
  messages(to?: string): readonly ReceivedMail[];
  reset(): void;
}

export function createMailbox(): Mailbox {
  let all: ReceivedMail[] = [];
  return {
    deliver: (mail) => void (all = [mail, ...all.slice(0, KEPT - 1)]),
    messages: (to) => (to === undefined ? all : all.filter((mail) => mail.to === to.toLowerCase())),
    reset: () => void (all = []),
  };
}

/** Returns all `https://…` URLs. */
export function findLinks(text: string, html: string): string[] {
  const inText = text.match(/https?:\/\/[^\s<>"]+/g) ?? [];
  const inHtml = [...html.matchAll(/href="(https?:[^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));
  return [...new Set([...inText, ...inHtml])];
}
