import { useSelector } from '@xstate/react';
import type { User } from '../../../contract/user.ts';
import { profileFormMachines } from '../../compose/account/profile-form.ts';
import { ProfileFormView } from '../../views/account/profile-form.view.tsx';
import { ProfilePhoneView } from '../../views/account/profile-phone.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

const ConnectedForm = connect(ProfileFormView);
const ProfilePhone = connect(ProfilePhoneView);

export default function ProfileForm({ user }: { readonly user: User }) {
  const form = useRootActor(useMachines(profileFormMachines).profileForm, { input: { user } });
  const phoneVerification = useSelector(form, ({ children }) => children.phoneVerification);
  return <ConnectedForm actor={form} code={phoneVerification && <ProfilePhone actor={phoneVerification} />} />;
}
