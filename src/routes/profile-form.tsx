import { useSelector } from '@xstate/react';
import type { User } from '../../contract/user.ts';
import { profileFormMachines } from '../compose/profile-form.ts';
import { signedInUser } from '../rules/session.ts';
import { ProfileFormView } from '../views/profile/profile-form.view.tsx';
import { ProfilePhoneView } from '../views/profile/profile-phone.view.tsx';
import { useApp, useMachines } from './app-context.tsx';
import { connect, useSnapshot } from './connect.tsx';
import { useRootActor } from './root-actor.ts';

const ConnectedForm = connect(ProfileFormView);
const ProfilePhone = connect(ProfilePhoneView);

/** The form of whoever is logged in, on the account tab of the profile; another shopper begins anew. */
export default function ProfileForm() {
  const { session } = useApp();
  const user = signedInUser(useSnapshot(session));
  return user === null ? null : <OpenForm key={user._id} user={user} />;
}

function OpenForm({ user }: { readonly user: User }) {
  const form = useRootActor(useMachines(profileFormMachines).profileForm, { input: { user } });
  const phoneVerification = useSelector(form, ({ children }) => children.phoneVerification);
  return <ConnectedForm actor={form} code={phoneVerification && <ProfilePhone actor={phoneVerification} />} />;
}
