import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { done, oneLine, requiredText } from './fields.ts';
import { CONTACT_MOST } from './rules/contact.ts';
import { emailError } from './rules/email.ts';
import { enterValidEmail } from './texts/account.ts';

const line = (max: number) => v.pipe(requiredText(max), oneLine);

/** Mails a message to the shop (A22). Public. */
export const sendContact = endpoint({
  method: 'POST',
  path: '/contact',
  access: 'public',
  request: v.strictObject({
    name: line(CONTACT_MOST.name),
    email: v.pipe(
      line(CONTACT_MOST.email),
      v.check((value) => emailError(value) === null, enterValidEmail),
    ),
    message: requiredText(CONTACT_MOST.message),
  }),
  reply: done,
});
