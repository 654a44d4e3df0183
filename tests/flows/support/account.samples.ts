import { ApiError } from '../../../contract/errors.ts';
import type { User } from '../../../contract/user.ts';
import type { SnapshotFrom } from 'xstate';
import { toFailedCall } from '../../../src/rules/failure.ts';
import type { loginMachine } from '../../../src/machines/account/login.machine.ts';
import type { Credentials } from '../../../src/machines/account/session.machine.ts';
import type { signUpMachine } from '../../../src/machines/account/sign-up.machine.ts';
import { press } from 'model-testing/view/act';
import { user } from '../../support/samples/account.ts';

export const wanjiku: User = user({
  name: 'Wanjiku',
  email: 'wanjiku@example.com',
  phone: '254712345678',
});

export const otieno: User = { ...wanjiku, _id: 'u2', name: 'Otieno', email: 'otieno@example.com' };

export const credentials: Credentials = { token: 'T', user: wanjiku };

/** The result of a verification with the right code. */
export const verification = { verified: true, msisdn: '254712345678' };

/** The failure of an account completion. */
export const notCompleted = toFailedCall(
  new ApiError({ kind: 'refused', status: 400, message: 'This phone number is already in use', requestId: 'req-7' }),
);

type Account = typeof loginMachine | typeof signUpMachine;

type Shown = Pick<SnapshotFrom<Account>, 'context'>;

/** One button shows and hides the password. */
export const passwordToggle = {
  'password.show': (_: unknown, { context }: Shown) =>
    context.isPasswordShown ? null : press('button', 'Show password'),
  'password.hide': (_: unknown, { context }: Shown) =>
    context.isPasswordShown ? press('button', 'Hide password') : null,
};
