import type { contactMachine } from '../../src/machines/contact.machine.ts';
import { ContactFormView } from '../../src/views/contact/contact.view.tsx';
import { ContactView } from '../../src/views/static/contact.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const contactView: ViewOf<typeof contactMachine> = (snapshot, send) => (
  <ContactView form={<ContactFormView snapshot={snapshot} send={send} />} />
);
