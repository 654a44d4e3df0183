import { cleanLine, cleanText, isBlank } from './clean-text.ts';
import { emailError, normaliseEmail } from './email.ts';
import * as texts from '../texts/account.ts';

/** Maximum lengths of name, e-mail and message, in UTF-16 units. */
export const CONTACT_MOST = { name: 120, email: 254, message: 5000 } as const;

/** A message to the shop (A22). */
export interface ContactMessage {
  readonly name: string;
  readonly email: string;
  readonly message: string;
}

/** Returns the error messages of the fields, or `null`. Own texts where §5 has none. */
export function contactErrors({ name, email, message }: ContactMessage) {
  return {
    nameError: isBlank(name) ? texts.yourNameIsRequired : null,
    emailError: emailError(email),
    messageError: isBlank(message) ? texts.messageIsRequired : null,
  };
}

/** Returns the cleaned message to send. */
export function trimContact({ name, email, message }: ContactMessage): ContactMessage {
  return { name: cleanLine(name), email: normaliseEmail(email), message: cleanText(message) };
}
