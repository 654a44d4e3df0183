import type { ActorRefFrom, EventFrom } from 'xstate';
import { ApiError } from '../../../contract/errors.ts';
import type { googleSignInMachine } from '../../../src/machines/account/google-sign-in.machine.ts';
import { pending } from './google-sign-in.model.ts';

type Google = ActorRefFrom<typeof googleSignInMachine>;

/** A page of accounts whose rows run the real Google sign-in. */
interface GoogleLive {
  readonly snapshot: { readonly children: { readonly googleSignIn?: Pick<Google, 'send'> } };
  answer(slot: string, output: unknown): Promise<void>;
  fail(slot: string, error: unknown): Promise<void>;
  settle(): Promise<void>;
}

async function tell(live: GoogleLive, event: EventFrom<typeof googleSignInMachine>): Promise<void> {
  live.snapshot.children.googleSignIn?.send(event);
  await live.settle();
}

/** The server knows the Google account and requires a phone. */
export async function askForPhone(live: GoogleLive): Promise<void> {
  await tell(live, { type: 'google.credential', credential: 'jwt' });
  await live.answer('googleLogin', { credentials: null, pending });
}

export const goBackToGoogle = (live: GoogleLive) => tell(live, { type: 'step.back' });

/** Google's sign-in fails with this text. */
export async function failGoogle(live: GoogleLive, text: string): Promise<void> {
  if (text === 'Google sign-in failed. Please try again.') return tell(live, { type: 'google.failed' });
  if (text === 'No credential received from Google') return tell(live, { type: 'google.credential', credential: null });
  await tell(live, { type: 'google.credential', credential: 'jwt' });
  if (text === 'Missing user data for phone verification')
    return live.answer('googleLogin', { credentials: null, pending: null });
  const isUnreadable = text === 'Unexpected response format from server';
  return live.fail(
    'googleLogin',
    isUnreadable
      ? new ApiError({ kind: 'broken', status: 200 })
      : new ApiError({ kind: 'refused', status: 400, message: text }),
  );
}
