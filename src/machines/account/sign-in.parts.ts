import { completionProblem } from '../../rules/failure.ts';
import { safeOrigin } from '../../rules/account/origin.ts';
import { required } from '../../rules/required.ts';
import { given, withOutput } from '../parts.ts';
import type { ContextScope, EventScope } from '../parts.ts';
import type { PhoneVerificationOutput } from './phone-verification.types.ts';
import type { Credentials } from './session.machine.ts';

/** What login, sign-up and Google's sign-in have in common. */

interface Answered {
  readonly output: { readonly credentials: Credentials | null };
}

/** Signs in with what was answered; the session loads the profile afterwards. */
export const signIn = given('signIn', ({ event }: EventScope<Answered>) => ({
  credentials: required(event.output.credentials),
  load: true,
}));

/** To the page that asked for an account, or home (D18). */
export const goToOrigin = given('goTo', ({ context }: ContextScope<{ readonly origin: string | null }>) => ({
  path: safeOrigin(context.origin),
}));

/** Whoever is logged in meanwhile goes on. */
export const whenAuthenticated = { target: 'done', actions: goToOrigin } as const;

/** The code screen has ended; `isComplete` names the guard that sees an account. */
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
          problem: completionProblem(event.output.failure),
        }),
      },
    },
    { description: 'The shopper left the code screen.', target: 'form' },
  ] as const;
}
