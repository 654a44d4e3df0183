import { sendContact } from '../../../contract/contact.ts';
import type { Services } from '../../services.ts';
import { handler, type Handler } from '../../http/handler.ts';

/** Contact form (A22). */
export function contactRoutes({ contact }: Pick<Services, 'contact'>): Handler[] {
  return [
    handler(sendContact, async (request, call) => {
      await contact.send(request, call);
      return { success: true as const };
    }),
  ];
}
