import type { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { PhoneVerificationView } from '../../../src/views/account/phone-verification.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const phoneVerificationView: MachineView<typeof phoneVerificationMachine> = (snapshot, send) => (
  <PhoneVerificationView snapshot={snapshot} send={send} completing="Loading your account" />
);
