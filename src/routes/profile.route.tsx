import { ProfileView } from '../views/static/profile.view.tsx';
import AddressBook from './address-book.tsx';
import { useApp } from './app-context.tsx';
import { useSnapshot } from './connect.tsx';

/** /profile */
export default function ProfileRoute() {
  const { session, first } = useApp();
  return <ProfileView snapshot={useSnapshot(session, first.session)} send={session.send} addresses={<AddressBook />} />;
}
