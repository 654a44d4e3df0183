import { fromPromise } from 'xstate';
import { phoneVerificationMachine } from '../../machines/account/phone-verification.machine.ts';
import type { PhoneVerificationEvent } from '../../machines/account/phone-verification.types.ts';
import { onEverySecond } from '../../services/clock.ts';
import { createTabCodes } from '../../services/tab-codes.ts';
import { waitForCode } from '../../services/web-otp.ts';
import { lazyService, onePerApp, tabStorage } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener } from '../listen.ts';

/** The newest code that this tab requested. */
export const tabCodes = onePerApp((env) => createTabCodes(tabStorage(env), env.now));

/** The phone step without `complete`: the machine that invokes it provides that slot. */
export function composePhoneVerification(env: ComposeEnv) {
  const auth = lazyService(env, async () => (await import('../../services/auth.service.ts')).createAuthService);
  return phoneVerificationMachine.provide({
    actors: {
      sendOtp: fromPromise(({ input: { phone, userName, usableFor }, signal }) =>
        tabCodes(env).getOrSend({ phone, usableFor }, async () => (await auth()).sendOtp({ phone, userName }, signal)),
      ),
      verifyOtp: fromPromise(async ({ input, signal }) => (await auth()).verifyOtp(input, signal)),
      clock: createListener<PhoneVerificationEvent>((send) => {
        const tick = (now: number) => send({ type: 'clock.tick', now });
        // A code that was sent earlier has already used some of its time.
        tick(env.now());
        return onEverySecond(env, tick);
      }),
      webOtp: createListener<PhoneVerificationEvent>((send) =>
        waitForCode((code) => send({ type: 'code.filled', code })),
      ),
    },
    actions: { forgetCode: () => tabCodes(env).forget() },
  });
}
