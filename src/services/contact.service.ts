import { sendContact } from '../../contract/contact.ts';
import type { ContactMessage } from '../../contract/rules/contact.ts';
import type { Api } from './api.ts';

/** Messages to the shop. Rejects with `ApiError`. */
export function createContactService(call: Api) {
  return {
    async send({ name, email, message }: ContactMessage, signal: AbortSignal): Promise<void> {
      await call(sendContact, { name, email, message }, { signal });
    },
  };
}
