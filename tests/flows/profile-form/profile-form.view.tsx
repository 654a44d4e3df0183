import type { profileFormMachine } from '../../../src/machines/account/profile-form.machine.ts';
import { ProfileFormView } from '../../../src/views/account/profile-form.view.tsx';
import { ProfilePhoneView } from '../../../src/views/account/profile-phone.view.tsx';
import { renderNested } from 'model-testing/view/nested';
import type { MachineView } from 'model-testing/view/screen';

export const profileFormView: MachineView<typeof profileFormMachine> = (snapshot, send) => (
  <ProfileFormView
    snapshot={snapshot}
    send={send}
    code={renderNested(snapshot.children.phoneVerification, (step, tell) => (
      <ProfilePhoneView snapshot={step} send={tell} />
    ))}
  />
);
