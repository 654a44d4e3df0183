import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { profileMachines } from '../compose/profile.ts';
import { sectionOf } from '../rules/profile-section.ts';
import { ProfileView } from '../views/profile/profile.view.tsx';
import AddressBook from './address-book.tsx';
import { useMachines } from './app-context.tsx';
import { connect } from './connect.tsx';
import OrderHistory from './order-history.tsx';

const Profile = connect(ProfileView);

/** /profile */
export default function ProfileRoute() {
  const { search } = useLocation();
  const profile = useActorRef(useMachines(profileMachines).profile, { input: { section: sectionOf(search) } });
  useEffect(() => profile.send({ type: 'address.changed', section: sectionOf(search) }), [profile, search]);
  return <Profile actor={profile} account={null} orders={<OrderHistory />} addresses={<AddressBook />} />;
}
