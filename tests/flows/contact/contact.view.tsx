import type { contactMachine } from '../../../src/machines/shell/contact.machine.ts';
import { ContactFormView } from '../../../src/views/shell/contact.view.tsx';
import { ContactView } from '../../../src/views/shell/contact-page.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const contactView: MachineView<typeof contactMachine> = (snapshot, send) => (
  <ContactView form={<ContactFormView snapshot={snapshot} send={send} />} />
);
