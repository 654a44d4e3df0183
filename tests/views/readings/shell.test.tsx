// @vitest-environment happy-dom
import { connectionMachine } from '../../../src/machines/shell/connection.machine.ts';
import { contactMachine } from '../../../src/machines/shell/contact.machine.ts';
import { menuMachine } from '../../../src/machines/shell/menu.machine.ts';
import { ConnectionView } from '../../../src/views/shell/connection.view.tsx';
import { ContactFormView } from '../../../src/views/shell/contact.view.tsx';
import { FooterView } from '../../../src/views/shell/footer.view.tsx';
import { HeaderView } from '../../../src/views/shell/header.view.tsx';
import { NotFoundView } from '../../../src/views/shell/not-found.view.tsx';
import { RootErrorView } from '../../../src/views/shell/root-error.view.tsx';
import { ShellView } from '../../../src/views/shell/shell.view.tsx';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const header =
  (cartQuantity: number, value?: object, context: object = {}): Draw =>
  (send) => (
    <HeaderView
      snapshot={at(menuMachine, undefined, value, context)}
      send={send}
      cartQuantity={cartQuantity}
      connection={<b>Offline</b>}
      search={<b>Search</b>}
    />
  );

const contact =
  (value: string, context: object = {}): Draw =>
  (send) => <ContactFormView snapshot={at(contactMachine, undefined, value, context)} send={send} />;
const typed = { name: 'Jane', email: 'jane@duka.test', message: 'Hello' };

const rootError =
  (isOffline: boolean): Draw =>
  (send) => <RootErrorView isOffline={isOffline} onReload={() => send({ type: 'reload' })} />;

readings('shell', {
  header: {
    'guest, one piece in the cart (§2 Global layout)': header(1),
    'guest, empty cart': header(0),
    'guest, menu of small screens open': header(120, { mobile: 'open' }),
    'customer, both menus open': header(99, { profile: 'open', mobile: 'open', greeting: 'named' }, { name: 'Jane' }),
  },
  footer: {
    'contact, social links, categories, quick links, tags and legal pages (§2 Footer)': () => (
      <FooterView categories={[{ name: 'TVs', slug: 'tvs' }]} />
    ),
    'one tag with results (A60)': () => <FooterView categories={[]} tags={['Phones']} />,
    'no tag with results (A60)': () => <FooterView categories={[]} tags={[]} />,
  },
  shell: {
    'around every page (§2)': () => (
      <ShellView header={<b>Header</b>} nav={<b>Nav</b>} footer={<b>Footer</b>}>
        The page
      </ShellView>
    ),
  },
  'root-error': {
    'with network': rootError(false),
    'without network (H15)': rootError(true),
  },
  'not-found': {
    'unknown page (§2 Route table)': (send) => <NotFoundView onBack={() => send({ type: 'back' })} />,
  },
  connection: {
    'network is lost (Q13)': (send) => (
      <ConnectionView snapshot={at(connectionMachine, undefined, { network: 'offline' })} send={send} />
    ),
    'network is there': (send) => (
      <ConnectionView snapshot={at(connectionMachine, undefined, { network: 'online' })} send={send} />
    ),
  },
  contact: {
    'refused form (A22)': contact('form', {
      nameError: 'No name',
      emailError: 'No email',
      messageError: 'No message',
      problem: { text: 'Not sent', requestId: null },
    }),
    'typed form': contact('form', typed),
    'is sent': contact('sending', typed),
    'was sent': contact('sent', typed),
  },
});
