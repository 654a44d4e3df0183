import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { profileFormMachines } from '../../../src/compose/account/profile-form.ts';
import { NEW_PHONE, proof, shopper } from './profile-form.model.ts';
import { ok, openTab, refused } from '../../support/tab.ts';
import type { Answer, Sent } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server that saves everything except the phone, which a code must prove. `other` overrides single responses. */
const open = (other: (request: Sent) => Answer | null = () => null) => {
  const server = (request: Sent): Answer => {
    const special = other(request);
    if (special !== null) return special;
    if (request.path === '/auth/profile') return ok({ user: shopper, pending: ['phone'] });
    if (request.path === '/auth/send-otp') return ok({ pinId: 'P1' });
    if (request.path === '/auth/verify-termii-otp') return ok(proof);
    return ok({ user: { ...shopper, phone: '254722000000' } });
  };
  const tab = openTab({ server, user: shopper });
  const form = createActor(tab.app.compose(profileFormMachines).profileForm, { input: { user: shopper } }).start();
  const saved = () => form.send({ type: 'form.submit' });
  const known = () => tab.app.session.getSnapshot().context.user?.phone;
  return { tab, form, saved, known, asked: (path: string) => tab.sent.filter((one) => one.path === path) };
};

test('§4 OTP, D22: a save with a new phone sends one code and confirms with the result of the verification', async () => {
  const { form, saved, known, asked } = open();
  form.send({ type: 'field.change', field: 'phone', value: NEW_PHONE });
  saved();
  await until(() => expect(asked('/auth/send-otp')).toHaveLength(1));
  expect(known()).toBe('0712345678');
  const code = form.getSnapshot().children.phoneVerification;
  await until(() => expect(code?.getSnapshot().matches('open')).toBe(true));
  code?.send({ type: 'code.verify', code: '123456' });
  await until(() => expect(form.getSnapshot().value).toEqual({ editing: 'confirmed' }));
  expect(asked('/auth/send-otp')).toHaveLength(1);
  expect(asked('/auth/confirm-phone')).toMatchObject([{ body: { phone: NEW_PHONE, verificationData: proof } }]);
  expect(known()).toBe('254722000000');
  expect(form.getSnapshot().context.draft.phone).toBe('0722 000 000');
});

test('§6, D14: a 401 ends the session', async () => {
  const { tab, form, saved } = open(({ path }) => (path === '/auth/profile' ? refused(401) : null));
  saved();
  await until(() => expect(form.getSnapshot().value).toBe('gone'));
  await until(() => expect([...tab.storage.values.keys()]).not.toContain('token'));
});

test('D22: a page that is opened again shows the saved number and nothing of the new one', async () => {
  const { tab, form, saved } = open();
  form.send({ type: 'field.change', field: 'phone', value: NEW_PHONE });
  saved();
  await until(() => expect(form.getSnapshot().matches('phoneStep')).toBe(true));
  form.stop();
  const again = createActor(tab.app.compose(profileFormMachines).profileForm, {
    input: { user: tab.app.session.getSnapshot().context.user ?? shopper },
  }).start();
  expect(again.getSnapshot().value).toEqual({ editing: 'plain' });
  expect(again.getSnapshot().context).toMatchObject({
    draft: { phone: '0712 345 678' },
    pending: { phone: null, email: null },
  });
});
