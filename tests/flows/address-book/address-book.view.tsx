import type { addressBookMachine } from '../../../src/machines/account/address-book.machine.ts';
import { AddressBookView } from '../../../src/views/account/address-book.view.tsx';
import type { ViewOf } from 'model-testing/view/screen';

export const addressBookView: ViewOf<typeof addressBookMachine> = (snapshot, send) => (
  <AddressBookView snapshot={snapshot} send={send} />
);
