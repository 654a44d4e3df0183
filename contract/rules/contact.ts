import { cleanLine, cleanText, isBlank } from './clean-text.ts';
import { emailError, normaliseEmail } from './email.ts';
import * as texts from '../texts/account.ts';

/** Longest name, e-mail address and message, in UTF-16 units. */
export const CONTACT_MOST = { name: 120, email: 254, message: 5000 } as const;

/** What somebody writes to the shop (A22). */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** The texts under the fields, null where one is right; our words where §5 has none. */
export function contactErrors({ name, email, message }: ContactMessage) {
  return {
    nameError: isBlank(name) ? texts.yourNameIsRequired : null,
    emailError: emailError(email),
    messageError: isBlank(message) ? texts.messageIsRequired : null,
  };
}

/** As it is sent. */
export function trimmedContact({ name, email, message }: ContactMessage): ContactMessage {
  return { name: cleanLine(name), email: normaliseEmail(email), message: cleanText(message) };
}
