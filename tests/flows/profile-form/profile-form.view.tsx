import type { profileFormMachine } from '../../../src/machines/account/profile-form.machine.ts';
import { ProfileFormView } from '../../../src/views/account/profile-form.view.tsx';
import { ProfilePhoneView } from '../../../src/views/account/profile-phone.view.tsx';
import { inside } from 'model-testing/view/inside';
import type { ViewOf } from 'model-testing/view/screen';

export const profileFormView: ViewOf<typeof profileFormMachine> = (snapshot, send) => (
  <ProfileFormView
    snapshot={snapshot}
    send={send}
    code={inside(snapshot.children.phoneVerification, (step, tell) => (
      <ProfilePhoneView snapshot={step} send={tell} />
    ))}
  />
);
