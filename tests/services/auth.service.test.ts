import { describe, expect, test, vi } from 'vitest';
import type { Api } from '../../src/services/api.ts';
import { createAuthService } from '../../src/services/auth.service.ts';
import { wanjiku } from '../flows/support/account.samples.ts';

const { signal } = new AbortController();

/** Creates the service with a client that returns this reply. */
function service(reply: unknown) {
  const call = vi.fn(async () => reply);
  return { auth: createAuthService(call as unknown as Api), call };
}

describe('the account service', () => {
  test('§7: login returns token and user', async () => {
    const { auth, call } = service({ success: true, data: { token: 'T', user: wanjiku } });
    const request = { email: 'a@b.c', password: 'x', remember: false };
    expect(await auth.login(request, signal)).toEqual({
      credentials: { token: 'T', user: wanjiku },
      phone: '',
      userName: '',
    });
    expect(call).toHaveBeenCalledWith(expect.objectContaining({ path: '/auth/login' }), request, { signal });
  });

  test('X52, D26: login sends the code if there is one', async () => {
    const { auth, call } = service({ success: true, data: { token: 'T', user: wanjiku } });
    const request = { email: 'a@b.c', password: 'x', remember: false, code: '123456' };
    await auth.login(request, signal);
    expect(call).toHaveBeenCalledWith(expect.objectContaining({ path: '/auth/login' }), request, { signal });
  });

  test('Q7: login of an unverified account returns its phone', async () => {
    const { auth } = service({
      success: true,
      requirePhoneVerification: true,
      data: { phone: '254712345678', name: 'W' },
    });
    expect(await auth.login({ email: 'a@b.c', password: 'x', remember: true }, signal)).toEqual({
      credentials: null,
      phone: '254712345678',
      userName: 'W',
    });
  });

  test.each([
    [
      { token: 'T', user: wanjiku },
      { token: 'T', user: wanjiku },
    ],
    [{ token: 'T' }, null],
    [{ user: wanjiku }, null],
    [{}, null],
  ])('A14: registration reads the response %j', async (data, credentials) => {
    const { auth } = service({ success: true, data });
    expect(await auth.register({ name: 'W', email: 'a@b.c', password: 'x', phone: '0712345678' }, signal)).toEqual({
      credentials,
    });
  });

  test('D3: sending a code returns only its pinId, never the balance', async () => {
    const { auth } = service({ success: true, data: { pinId: 'P1', balance: 99, smsStatus: 'Message Sent' } });
    expect(await auth.sendOtp({ phone: '0712345678', userName: 'W' }, signal)).toEqual({ pinId: 'P1' });
  });

  test.each([
    [
      { verified: true, msisdn: '254712345678', verificationToken: 'V' },
      { verified: true, msisdn: '254712345678', verificationToken: 'V' },
    ],
    [
      { verified: true, msisdn: '254712345678' },
      { verified: true, msisdn: '254712345678' },
    ],
    [
      { verified: 'False', msisdn: '' },
      { verified: false, msisdn: '' },
    ],
  ])('D1: completion sends the result of the verification: %j', async (verification, verificationData) => {
    const { auth, call } = service({ success: true, data: { token: 'T', user: wanjiku } });
    await auth.completeRegistration({ phone: '0712345678', verificationData: verification }, signal);
    expect(call).toHaveBeenCalledWith(expect.anything(), { phone: '0712345678', verificationData }, { signal });
  });

  test('§7: profile returns the user, logout returns nothing', async () => {
    expect(await service({ success: true, data: { user: wanjiku } }).auth.profile(signal)).toEqual(wanjiku);
    expect(await service({ success: true }).auth.logout(signal)).toBeUndefined();
  });
});
