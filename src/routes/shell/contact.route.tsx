import { contactMachines } from '../../compose/shell/contact.ts';
import { ContactFormView } from '../../views/shell/contact.view.tsx';
import { ContactView } from '../../views/shell/contact-page.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

const ContactForm = connect(ContactFormView);

/** /contact: the shop's contact data and a contact form (A22). */
export default function ContactRoute() {
  const { contact } = useMachines(contactMachines);
  return <ContactView form={<ContactForm actor={useRootActor(contact)} />} />;
}
