import { GoogleError, type GoogleIdentity, type GoogleProvider } from '../../../server/providers/google.ts';
import type { Answer, Browser } from './world.ts';

export const PERSON: GoogleIdentity = {
  sub: '108000000000000000001',
  email: 'Achieng@Gmail.com',
  name: 'Achieng Odhiambo',
  picture: null,
  nonce: null,
};

/** A Google provider that knows the credentials it issued and refuses all others. */
export function createFakeGoogle() {
  const people = new Map<string, GoogleIdentity>();
  let isDown = false;
  return {
    /** Issues a credential for this person. */
    credentialOf(change: Partial<GoogleIdentity> = {}): string {
      const credential = `credential-${people.size + 1}`;
      people.set(credential, { ...PERSON, ...change });
      return credential;
    },
    /** Makes the provider fail to check credentials. */
    goDown: (down = true) => void (isDown = down),
    async verifyCredential(credential: string) {
      if (isDown) throw new GoogleError('no keys of Google', { isRefusal: false });
      const person = people.get(credential);
      if (person === undefined) throw new GoogleError('ERR_JWT', { isRefusal: true });
      return person;
    },
  } satisfies GoogleProvider & Record<string, unknown>;
}

export type FakeGoogle = ReturnType<typeof createFakeGoogle>;

/** Signs in with Google and returns the `userId` of the sign-in that waits for a phone. */
export async function startGoogle(browser: Browser, credential: string): Promise<string> {
  const answer = await browser.post('/auth/google-login', { credential });
  return answer.body.data?.userId ?? `no userId: ${answer.status}`;
}

export const reserve = (browser: Browser, userId: string, phone: string): Promise<Answer> =>
  browser.post('/auth/verify-google-phone', { userId, phone });

export const completeGoogle = (
  browser: Browser,
  userId: string,
  verificationData: Record<string, unknown>,
  phone: string,
): Promise<Answer> => browser.post('/auth/complete-google-phone-verification', { userId, verificationData, phone });
