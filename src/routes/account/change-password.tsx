import { changePasswordMachines } from '../../compose/account/change-password.ts';
import { ChangePasswordView } from '../../views/account/change-password.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

const Connected = connect(ChangePasswordView);

/** The form that changes the password, on the account tab of the profile. Its code arrives with the tab. */
export default function ChangePassword() {
  return <Connected actor={useRootActor(useMachines(changePasswordMachines).changePassword)} />;
}
