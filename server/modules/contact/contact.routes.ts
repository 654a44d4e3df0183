import { sendContact } from '../../../contract/contact.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { createContactService } from './contact.service.ts';

/** The form of the contact page (A22). */
export function contactRoutes(deps: Deps): Handler[] {
  const contact = createContactService(deps);
  return [
    handler(sendContact, async (request, call) => {
      await contact.send(request, call);
      return { success: true as const };
    }),
  ];
}
