import { fromPromise } from 'xstate';
import { phoneVerificationMachine } from '../machines/phone-verification.machine.ts';
import type { PhoneVerificationEvent } from '../machines/phone-verification.machine.ts';
import { everySecond } from '../services/clock.ts';
import { waitForCode } from '../services/web-otp.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener } from './listen.ts';

/** The phone step without what completes with it: whoever invokes it fills `complete`. */
export function composePhoneVerification(env: ComposeEnv) {
  const auth = lazyService(env, async () => (await import('../services/auth.service.ts')).createAuthService);
  return phoneVerificationMachine.provide({
    actors: {
      sendOtp: fromPromise(async ({ input, signal }) => {
        const { pinId } = await (await auth()).sendOtp(input, signal);
        return { pinId, sentAt: env.now() };
      }),
      verifyOtp: fromPromise(async ({ input, signal }) => (await auth()).verifyOtp(input, signal)),
      clock: listener<PhoneVerificationEvent>((send) => everySecond(env, (now) => send({ type: 'clock.tick', now }))),
      webOtp: listener<PhoneVerificationEvent>((send) => waitForCode((code) => send({ type: 'code.filled', code }))),
    },
  });
}
