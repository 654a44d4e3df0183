import type { User } from '../../../contract/user.ts';
import { addressBookMachines } from '../../compose/account/address-book.ts';
import { AddressBookView } from '../../views/account/address-book.view.tsx';
import { useMachines } from '../app-context.tsx';
import { useSnapshot } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

export default function AddressBook({ user }: { readonly user: User }) {
  const book = useRootActor(useMachines(addressBookMachines).addressBook, { input: { user } });
  return <AddressBookView snapshot={useSnapshot(book)} send={book.send} />;
}
