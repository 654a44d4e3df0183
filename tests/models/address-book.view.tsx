import type { addressBookMachine } from '../../src/machines/address-book.machine.ts';
import { AddressBookView } from '../../src/views/profile/address-book.view.tsx';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const addressBookView: ViewOf<typeof addressBookMachine> = (snapshot, send) => (
  <AddressBookView snapshot={snapshot} send={send} />
);
