import type { User } from '../../contract/user.ts';
import { addressBookMachines } from '../compose/address-book.ts';
import { signedInUser } from '../rules/session.ts';
import { AddressBookView } from '../views/profile/address-book.view.tsx';
import { useApp, useMachines } from './app-context.tsx';
import { useSnapshot } from './connect.tsx';
import { useRootActor } from './root-actor.ts';

/** The saved addresses of whoever is logged in; another shopper begins anew, without the Undo of the one before. */
export default function AddressBook() {
  const { session } = useApp();
  const user = signedInUser(useSnapshot(session));
  return user === null ? null : <Book key={user._id} user={user} />;
}

function Book({ user }: { readonly user: User }) {
  const book = useRootActor(useMachines(addressBookMachines).addressBook, { input: { user } });
  return <AddressBookView snapshot={useSnapshot(book)} send={book.send} />;
}
