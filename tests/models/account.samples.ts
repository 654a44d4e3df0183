import { ApiError } from '../../contract/errors.ts';
import type { User } from '../../contract/user.ts';
import type { SnapshotFrom } from 'xstate';
import { failedCall } from '../../src/rules/failure.ts';
import type { loginMachine } from '../../src/machines/login.machine.ts';
import type { Credentials } from '../../src/machines/session.machine.ts';
import type { signUpMachine } from '../../src/machines/sign-up.machine.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Page } from '../../model-testing/view/page.ts';

/** The shopper of the account tables. */
export const wanjiku: User = {
  _id: 'u1',
  name: 'Wanjiku',
  email: 'wanjiku@example.com',
  phone: '254712345678',
  avatar: null,
  address: null,
  addresses: [],
};

export const otieno: User = { ...wanjiku, _id: 'u2', name: 'Otieno', email: 'otieno@example.com' };

export const credentials: Credentials = { token: 'T', user: wanjiku };

/** What verify answers to the right code. */
export const verification = { verified: true, msisdn: '254712345678' };

/** Why the account could not be completed. */
export const notCompleted = failedCall(
  new ApiError({ kind: 'refused', status: 400, message: 'This phone number is already in use', requestId: 'req-7' }),
);

type Account = typeof loginMachine | typeof signUpMachine;

/** Whether the phone step is past its code. */
export function isCompleting({ children }: Pick<SnapshotFrom<Account>, 'children'>): boolean {
  return children.phoneVerification?.getSnapshot().value === 'completing';
}

/** The right code, from the phone step that really runs in the rows of login and sign-up. */
export async function verifyPhone(live: LiveActor<typeof loginMachine> | LiveActor<typeof signUpMachine>) {
  await live.answer('sendOtp', { pinId: 'P1', sentAt: 0 });
  live.snapshot.children.phoneVerification?.send({ type: 'code.verify', code: '123456' });
  await live.settle();
  await live.answer('verifyOtp', verification);
}

/** Back from the phone step. */
export async function leavePhoneStep(live: LiveActor<typeof loginMachine> | LiveActor<typeof signUpMachine>) {
  live.snapshot.children.phoneVerification?.send({ type: 'step.back' });
  await live.settle();
}

/** The control with this `name`. */
export function fieldNamed({ element }: Page, name: string): HTMLInputElement {
  const field = element.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (field === null) throw new Error(`no field called ${name}`);
  return field;
}
