import { toCompletionProblem } from '../../rules/failure-kinds.ts';
import { toSafeOrigin } from '../../rules/account/origin.ts';
import { assertPresent } from '../../rules/required.ts';
import { given, withOutput } from '../parts.ts';
import type { ContextScope, EventScope } from '../parts.ts';
import type { PhoneVerificationOutput } from './phone-verification.types.ts';
import type { Credentials } from './session.machine.ts';

/** Shared parts of login, sign-up and Google's sign-in. */

interface Answered {
  readonly output: { readonly credentials: Credentials | null };
}

/** Signs in with the credentials of the reply. The session loads the profile afterwards. */
export const signIn = given('signIn', ({ event }: EventScope<Answered>) => ({
  credentials: assertPresent(event.output.credentials),
  load: true,
}));

/** Goes to the page that required an account, or home (D18). */
export const goToOrigin = given('goTo', ({ context }: ContextScope<{ readonly origin: string | null }>) => ({
  path: toSafeOrigin(context.origin),
}));

/** A shopper who has logged in meanwhile continues. */
export const whenAuthenticated = { target: 'done', actions: goToOrigin } as const;

/** Transitions after the code screen. `isComplete` names the guard of a complete account. */
export function afterCode<const Guard extends string>(isComplete: Guard) {
  return [
    {
      description: 'The code was right, and the account is complete.',
      guard: withOutput(isComplete),
      target: 'done',
      actions: [signIn, goToOrigin],
    },
    {
      description: 'The code was right, but the account could not be completed.',
      guard: withOutput('hasFailed'),
      target: 'form',
      actions: {
        type: 'setProblem',
        params: ({ event }: EventScope<{ readonly output: PhoneVerificationOutput }>) => ({
          problem: toCompletionProblem(event.output.failure),
        }),
      },
    },
    { description: 'The shopper left the code screen.', target: 'form' },
  ] as const;
}
