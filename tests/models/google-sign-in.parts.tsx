import type { ReactNode } from 'react';
import type { ActorRefFrom, EventFrom } from 'xstate';
import { ApiError } from '../../contract/errors.ts';
import type { googleSignInMachine } from '../../src/machines/google-sign-in.machine.ts';
import { GoogleSignInView } from '../../src/views/auth/google-sign-in.view.tsx';
import { pending } from './google-sign-in.model.ts';

type Google = ActorRefFrom<typeof googleSignInMachine>;

/** What Google's sign-in shows on the page that runs it, as src/routes/google-sign-in.tsx has it. */
export function googleParts(google: Google | undefined): { google: ReactNode; googleStep: ReactNode } {
  const snapshot = google?.getSnapshot();
  if (google === undefined || snapshot === undefined) return { google: null, googleStep: null };
  const shown = <GoogleSignInView snapshot={snapshot} send={(event) => google.send(event)} phoneStep={null} />;
  return snapshot.hasTag('step') ? { google: null, googleStep: shown } : { google: shown, googleStep: null };
}

/** A page of accounts whose Google sign-in really runs in its rows. */
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

/** The server knows Google's shopper and wants a phone. */
export async function askForPhone(live: GoogleLive): Promise<void> {
  await tell(live, { type: 'google.credential', credential: 'jwt' });
  await live.answer('googleLogin', { credentials: null, pending });
}

export const goBackToGoogle = (live: GoogleLive) => tell(live, { type: 'step.back' });

/** Google's sign-in ends in this text. */
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
