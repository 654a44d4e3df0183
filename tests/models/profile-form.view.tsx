import type { profileFormMachine } from '../../src/machines/profile-form.machine.ts';
import { ProfileFormView } from '../../src/views/profile/profile-form.view.tsx';
import { ProfilePhoneView } from '../../src/views/profile/profile-phone.view.tsx';
import { inside } from '../../model-testing/view/inside.ts';
import type { ViewOf } from '../../model-testing/view/screen.ts';

export const profileFormView: ViewOf<typeof profileFormMachine> = (snapshot, send) => (
  <ProfileFormView
    snapshot={snapshot}
    send={send}
    code={inside(snapshot.children.phoneVerification, (step, tell) => (
      <ProfilePhoneView snapshot={step} send={tell} />
    ))}
  />
);
