import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { login, register, sendOtp } from '../../../contract/auth.ts';
import type { Endpoint, Schema } from '../../../contract/endpoint.ts';
import { googleLogin, verifyGooglePhone } from '../../../contract/google.ts';
import { stkPush } from '../../../contract/mpesa.ts';
import { updateProfile } from '../../../contract/profile.ts';
import { paymentAttempts, users } from '../../../server/db/schema.ts';
import type { Purpose } from '../../../server/modules/codes/otp.repository.ts';
import type { CallOptions, TestApp } from '../../support/server.ts';
import { unpaidOrder } from '../payments/attempt-steps.ts';
import type { FakeGoogle } from './google-world.ts';
import { FORM } from './steps.ts';

export interface DoorShop {
  readonly shop: TestApp;
  readonly google: FakeGoogle;
}

/** A browser of the attacked shop. It keeps its cookies unless the attacker clears them. */
export function createJar({ shop }: DoorShop, ip: string) {
  let cookies: Record<string, string> = {};
  return {
    ip,
    forget: () => void (cookies = {}),
    cookie: (name: string) => cookies[name] ?? '',
    set: (name: string, value: string) => void (cookies[name] = value),
    async call<Request extends Schema, Reply extends Schema>(
      endpoint: Endpoint<Request, Reply>,
      request: Parameters<typeof shop.call<Request, Reply>>[1],
      options: CallOptions = {},
    ) {
      const answer = await shop.call(endpoint, request, { ip, cookies, ...options });
      for (const { name, value } of answer.cookies) cookies[name] = value;
      return answer;
    },
  };
}
export type Jar = ReturnType<typeof createJar>;

/** Prepares an attack and returns its step. Each step asks for a code to the phone. */
type Play = (world: DoorShop, phone: string, jar: Jar) => Promise<() => Promise<unknown>>;

const send = (jar: Jar, phone: string, options?: CallOptions) => jar.call(sendOtp, { phone, userName: 'W' }, options);
let people = 0;
const mailbox = () => `door${(people += 1)}@example.com`;

/** Every way to have a code sent, as an attacker repeats it. A new door does not compile without its play (X50). */
export const PLAYS: Readonly<Record<Purpose | 'login', Readonly<Record<string, Play>>>> = {
  login: {
    'password guesses that trigger a login code': async ({ shop }, phone, jar) => {
      const [found] = await shop.db.sql.select().from(users).where(eq(users.phone, phone));
      const { email } = found ?? (await shop.signIn({ phone })).user;
      return async () => {
        jar.forget();
        await jar.call(login, { email, password: 'Wrong123' });
        await shop.deps.jobs.runDue();
      };
    },
  },
  signUp: {
    'a new sign-up for each code': async (_, phone, jar) => async () => {
      jar.forget();
      await jar.call(register, { ...FORM, phone, email: mailbox() });
      return send(jar, phone);
    },
    'one sign-up, then its login without cookies for each code': async (_, phone, jar) => {
      const email = mailbox();
      await jar.call(register, { ...FORM, phone, email });
      return async () => {
        jar.forget();
        await jar.call(login, { email, password: FORM.password });
        return send(jar, phone);
      };
    },
    'made-up cookies that ask for a promised turn': async (_, phone, jar) => async () => {
      jar.forget();
      jar.set('browser', `made-up-${people}`);
      await jar.call(register, { ...FORM, phone, email: mailbox() });
      return send(jar, phone);
    },
    'a stranger without the flow of the sign-up': async (_, phone, jar) => async () => {
      await jar.call(register, { ...FORM, phone, email: mailbox() });
      jar.forget();
      return send(jar, phone);
    },
  },
  google: {
    'one Google credential, repeatedly': async ({ google }, phone, jar) => {
      const credential = google.credentialOf({ sub: mailbox(), email: mailbox() });
      return async () => {
        jar.forget();
        const { body } = await jar.call(googleLogin, { credential });
        const userId = 'data' in body && 'userId' in body.data ? body.data.userId : '';
        await jar.call(verifyGooglePhone, { userId, phone });
        return send(jar, phone);
      };
    },
  },
  newPhone: {
    'a phone change that is saved repeatedly': async ({ shop }, phone, jar) => {
      const { token, user } = await shop.signIn();
      const address = { street: '', city: '', state: '', zipCode: '', country: '' };
      return async () => {
        jar.forget();
        await jar.call(updateProfile, { name: 'A B', email: user.email, phone: `+${phone}`, address }, { token });
        return send(jar, phone, { token });
      };
    },
  },
  payer: {
    'a payment prompt that is sent again without the cookie': async ({ shop }, phone, jar) => {
      const order = await unpaidOrder(shop);
      const now = shop.clock.now();
      // The payer rejected two prompts in a row (D25).
      const refused = ['a', 'b'].map((name) => ({
        id: randomUUID(),
        orderId: order.id,
        userId: order.shopper.user.id,
        phone,
        amount: order.total,
        accountReference: name,
        state: 'failed' as const,
        resultCode: '1032',
        checkoutRequestId: `${phone} ${name}`,
        tokenHash: `${phone} ${name}`,
        runStartedAt: now,
        createdAt: now,
        updatedAt: now,
      }));
      await shop.db.sql.insert(paymentAttempts).values(refused);
      const pushed = { phoneNumber: phone, amount: order.total, orderId: order.id, accountReference: '' };
      return async () => {
        jar.forget();
        await jar.call(stkPush, pushed, { token: order.shopper.token });
        return send(jar, phone);
      };
    },
  },
};
