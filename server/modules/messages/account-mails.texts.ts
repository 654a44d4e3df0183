import { escapeAttribute, escapeText } from 'entities';
import { formatPhone } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A sentence, or a link on its own line. */
type Paragraph = string | { readonly link: string };

/**
 * Password reset link (D15). These mails contain no text from users, so that attackers cannot send messages through the
 * shop.
 */
export function resetMail(origin: string, token: string, lifeMs: number): MailText {
  return mailText(`Reset your ${shop.name} password`, [
    `Somebody asked for a new password for your ${shop.name} account. If it was you, open this link within ${inWords(lifeMs)} and choose one:`,
    { link: `${origin}/auth/reset-password/${token}` },
    'The link works once, and only the newest one does. If it was not you, do nothing: your password stays as it is.',
  ]);
}

/** Sent to the new address, to confirm it (D22). */
export function emailLinkMail(origin: string, token: string, lifeMs: number): MailText {
  return mailText(`Confirm your email address for ${shop.name}`, [
    `Open this link within ${inWords(lifeMs)} to make this the email address of your ${shop.name} account:`,
    { link: `${origin}/auth/confirm-email?token=${token}` },
    'Until then the old address stays the one to log in with. If you did not ask for this, do nothing.',
  ]);
}

/** Sent to the old address while the change can still be stopped (D22). */
export function emailChangeAskedMail(origin: string): MailText {
  return mailText(`A new email address for your ${shop.name} account?`, [
    `Somebody who is logged in to your ${shop.name} account asked to change its email address. Until the new address is confirmed, this one stays the one to log in with.`,
    'If it was not you, choose a new password. That stops the change and logs everybody else out:',
    { link: `${origin}/auth/forgot-password` },
  ]);
}

/** Sent to the old address after the change (D22). */
export function emailChangedMail(): MailText {
  return mailText(`Your ${shop.name} email address was changed`, [
    `Your ${shop.name} account has a new email address, which is the one to log in with from now on.`,
    `If it was not you, tell us: ${shop.email}, ${formatPhone(shop.phone)}.`,
  ]);
}

/** Sent after a password reset or change (providers 3.2). */
export function passwordChangedMail(origin: string): MailText {
  return mailText(`Your ${shop.name} password was changed`, [
    `The password of your ${shop.name} account was changed, and all other devices were logged out.`,
    'If it was not you, choose a new one:',
    { link: `${origin}/auth/forgot-password` },
  ]);
}

/** Sent at most once a day: wrong passwords in browsers that never logged in to the account (D26). */
export function guessedMail(origin: string): MailText {
  return mailText(`Somebody tries passwords for your ${shop.name} account`, [
    `Several wrong passwords were typed for your ${shop.name} account. Browsers in which you logged in before work as always; all others also need a code, which we send to your phone or email.`,
    'If it was you and you have forgotten the password, or if the one you have is easy to guess, choose a new one:',
    { link: `${origin}/auth/forgot-password` },
    'If not, you need do nothing.',
  ]);
}

/** Login code that is required in addition to the password (D26). */
export function loginCodeMail(code: string, lifeMs: number): MailText {
  return mailText(`Your code to log in to ${shop.name}`, [
    `Your code is ${code}. It is valid for ${inWords(lifeMs)}. Never share it.`,
    `Somebody wants to log in to your ${shop.name} account, and several wrong passwords were typed for it. If it is you, enter the code together with your password.`,
    'If it is not you, do nothing: nobody gets in without your password and the code.',
  ]);
}

/** Sent to staff members after wrong passwords. Only the owner can set their password (H1). */
export function staffGuessedMail(): MailText {
  return mailText(`Somebody tries passwords for your staff account at ${shop.name}`, [
    `Several wrong passwords were typed for your staff account at ${shop.name}. Browsers in which you logged in before work as always; all others have to wait a little between tries.`,
    'If the password is easy to guess, or if you have forgotten it, ask the owner of the shop for a new one. If not, you need do nothing.',
  ]);
}

/** Sent at most once a day. Only this mail, not the response, reveals that the address has an account. */
export function signedUpAgainMail(origin: string): MailText {
  return mailText(`You already have a ${shop.name} account`, [
    `Somebody signed up at ${shop.name} with this email address, which has an account already. If it was you, log in:`,
    { link: `${origin}/auth/login` },
    'If you have forgotten the password, choose a new one:',
    { link: `${origin}/auth/forgot-password` },
    'If it was not you, do nothing: your account stays as it is.',
  ]);
}

function mailText(subject: string, paragraphs: readonly Paragraph[]): MailText {
  const text = paragraphs.map((one) => (typeof one === 'string' ? one : one.link)).join('\n\n');
  const html = paragraphs.map((one) =>
    typeof one === 'string'
      ? `<p>${escapeText(one)}</p>`
      : `<p><a href="${escapeAttribute(one.link)}">${escapeText(one.link)}</a></p>`,
  );
  return {
    subject,
    text: `${text}\n\n-- \n${shop.name}\n`,
    html: `${html.join('\n')}\n<p>${escapeText(shop.name)}</p>`,
  };
}

function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes >= 120 ? `${Math.round(minutes / 60)} hours` : `${minutes} minutes`;
}
