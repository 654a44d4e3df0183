import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { profileMachines } from '../../compose/account/profile.ts';
import { parseProfileSection } from '../../rules/account/profile-section.ts';
import { ProfileView } from '../../views/account/profile.view.tsx';
import AddressBook from './address-book.tsx';
import { useMachines } from '../app-context.tsx';
import ChangePassword from './change-password.tsx';
import { useSnapshot } from '../connect.tsx';
import OrderHistory from '../orders/order-history.tsx';
import ProfileForm from './profile-form.tsx';
import { useRootActor } from '../root-actor.ts';

/** /profile */
export default function ProfileRoute() {
  const { search } = useLocation();
  const profile = useRootActor(useMachines(profileMachines).profile, {
    input: { section: parseProfileSection(search) },
  });
  useEffect(() => profile.send({ type: 'address.changed', section: parseProfileSection(search) }), [profile, search]);
  const snapshot = useSnapshot(profile);
  // Belongs to the page, so that nothing disappears while this shopper logs out. The next shopper starts with a new
  // page, without this one's Undo.
  const { user } = snapshot.context;
  return (
    <ProfileView
      snapshot={snapshot}
      send={profile.send}
      account={
        <>
          {user !== null && <ProfileForm key={user._id} user={user} />}
          <ChangePassword />
        </>
      }
      orders={<OrderHistory />}
      addresses={user !== null && <AddressBook key={user._id} user={user} />}
    />
  );
}
