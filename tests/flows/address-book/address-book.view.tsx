import type { addressBookMachine } from '../../../src/machines/account/address-book.machine.ts';
import { AddressBookView } from '../../../src/views/account/address-book.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const addressBookView: MachineView<typeof addressBookMachine> = (snapshot, send) => (
  <AddressBookView snapshot={snapshot} send={send} />
);
