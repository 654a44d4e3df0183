import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { accountLinkMachines } from '../../src/compose/account-links.ts';
import { resetPasswordMachine } from '../../src/machines/reset-password.machine.ts';
import { openedAt } from '../models/account-links.samples.ts';
import { otieno, wanjiku } from '../models/account.samples.ts';
import { ok, openTab, refused } from '../support/tab.ts';
import type { Answer, Server, TabOptions } from '../support/tab.ts';

afterEach(() => vi.unstubAllGlobals());

const DONE: Answer = { status: 200, body: { success: true } };
const renewed = { ...wanjiku, email: 'njeri@example.com' };
const RESET = '/auth/reset-password/abc';
const CONFIRM = '/auth/confirm-email?token=abc';

/** A tab whose server answers these paths; every other call is lost. */
function open(answers: Readonly<Record<string, Answer | (() => Answer | Promise<Answer>)>>, options: TabOptions = {}) {
  const server: Server = ({ path }) => {
    const answer = answers[path] ?? 'lost';
    return typeof answer === 'function' ? answer() : answer;
  };
  const tab = openTab({ server, ...options });
  return {
    tab,
    machines: tab.app.compose(accountLinkMachines),
    paths: () => tab.sent.map(({ path }) => path),
    stored: () => JSON.parse(tab.storage.values.get('user') ?? 'null') as unknown,
  };
}

describe('forgot password', () => {
  test('§2: a reload begins with an empty form', async () => {
    const { machines } = open({ '/auth/forgot-password': DONE });
    const first = createActor(machines.forgotPassword).start();
    first.send({ type: 'email.change', email: wanjiku.email });
    first.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(first.getSnapshot().matches('checkEmail')).toBe(true));
    first.stop();
    const again = createActor(machines.forgotPassword).start().getSnapshot();
    expect(again.value).toBe('form');
    expect(again.context.email).toBe('');
  });
});

describe('reset password', () => {
  const openAt = (address: string, answer: Answer = ok({ token: 'N', user: wanjiku })) => {
    const opened = open({ [RESET]: answer });
    const actor = createActor(opened.machines.resetPassword, { input: openedAt(address) }).start();
    const submit = (password = 'Abcdefg1') => {
      actor.send({ type: 'password.change', password });
      actor.send({ type: 'confirm.change', confirmPassword: password });
      actor.send({ type: 'form.submit' });
    };
    return { ...opened, actor, submit, state: () => actor.getSnapshot() };
  };

  test('D15: the address that is left opens no form; the link of the mail does, and strips itself again', () => {
    const link = openAt(RESET);
    expect(link.state().value).toBe('form');
    expect(link.tab.visits).toEqual([{ path: '/auth/reset-password', options: { replace: true } }]);
    const reloaded = openAt(link.tab.visits[0]?.path ?? '');
    expect(reloaded.state().value).toBe('invalidLink');
    expect(reloaded.tab.visits).toEqual([]);
    expect(openAt(RESET).state().value).toBe('form');
  });

  test('D15: neither token nor password is stored, before and after', async () => {
    const { tab, submit, state } = openAt(RESET);
    submit();
    await vi.waitFor(() => expect(state().value).toBe('success'));
    expect(JSON.stringify([...tab.storage.values])).not.toMatch(/abc|Abcdefg1/);
    expect(tab.storage.values.get('token')).toBe('N');
    expect(tab.app.session.getSnapshot().hasTag('signedIn')).toBe(true);
  });

  test('§5: a form without a token, however it came to be, says so and asks nobody', () => {
    const { context } = openAt(RESET).state();
    const snapshot = resetPasswordMachine.resolveState({
      value: 'form',
      context: { ...context, token: null, password: 'Abcdefg1', confirmPassword: 'Abcdefg1' },
    });
    const actor = createActor(resetPasswordMachine, { snapshot, input: { token: null } }).start();
    actor.send({ type: 'form.submit' });
    expect(actor.getSnapshot().value).toBe('form');
    expect(actor.getSnapshot().context.problem).toEqual({ text: 'Invalid reset token', requestId: null });
  });

  test.each([
    ['200 characters', `Ab1${'x'.repeat(197)}`],
    ['spaces at both ends', '  Abc defg1  '],
    ['full-width letters', 'Ａｂｃ１２３Ab1'],
    ['an emoji', 'Abcdefg1🔑'],
  ])('§5: a password with %s is sent exactly as typed', async (_, password) => {
    const { tab, submit, state } = openAt(RESET);
    submit(password);
    await vi.waitFor(() => expect(state().value).toBe('success'));
    expect(tab.sent[0]?.body).toEqual({ password });
  });

  test.each<[string, Answer]>([
    ['network lost', 'lost'],
    ['a page of HTML', { status: 200, body: '<html>' }],
    ['500', refused(500, 'Internal error')],
  ])('§8 Reset: %s keeps the form and what is in it, and it can be sent again', async (_, answer) => {
    const { submit, state, actor, paths } = openAt(RESET, answer);
    submit();
    await vi.waitFor(() => expect(state().context.problem?.text).toBe('An error occurred. Please try again.'));
    expect(state().context).toMatchObject({ password: 'Abcdefg1', confirmPassword: 'Abcdefg1', token: 'abc' });
    actor.send({ type: 'form.submit' });
    await vi.waitFor(() => expect(paths()).toEqual([RESET, RESET]));
  });
});

describe('the confirmation of a new e-mail', () => {
  const openAt = (address: string, answers: Parameters<typeof open>[0], options: TabOptions = {}) => {
    const opened = open(answers, options);
    const actor = createActor(opened.machines.emailConfirmation, { input: openedAt(address) }).start();
    return { ...opened, actor, state: () => actor.getSnapshot() };
  };
  /** The page load still brings the old address, what is asked for after the confirmation the new one. */
  const answering = (...profiles: (Answer | Promise<Answer>)[]) => ({
    '/auth/confirm-email': DONE,
    '/auth/profile': () => profiles.shift() ?? 'lost',
  });

  test('D15: the address that is left confirms nothing and asks nobody', () => {
    const { tab, state, paths } = openAt('/auth/confirm-email', {});
    expect(state().value).toBe('invalid');
    expect(tab.visits).toEqual([]);
    expect(paths()).toEqual([]);
  });

  test('D22: the session loads its user anew after the answer, and drops what was under way before', async () => {
    let answerOld: (answer: Answer) => void = () => undefined;
    const old = new Promise<Answer>((resolve) => (answerOld = resolve));
    const { tab, state, stored, paths } = openAt(CONFIRM, answering(old, ok({ user: renewed })), { user: wanjiku });
    await vi.waitFor(() => expect(state().value).toBe('confirmed'));
    await vi.waitFor(() => expect(stored()).toEqual(renewed));
    answerOld(ok({ user: wanjiku }));
    await vi.waitFor(() => expect(tab.app.session.getSnapshot().context.user).toEqual(renewed));
    expect(stored()).toEqual(renewed);
    expect(paths().filter((path) => path === '/auth/profile')).toHaveLength(2);
    expect(state().context.isSignedIn).toBe(true);
  });

  test('D22: somebody else’s session keeps its own address', async () => {
    const { state, stored, tab } = openAt(CONFIRM, answering(ok({ user: otieno }), ok({ user: otieno })), {
      user: otieno,
    });
    await vi.waitFor(() => expect(state().value).toBe('confirmed'));
    await vi.waitFor(() =>
      expect(tab.app.session.getSnapshot().matches({ customer: { authenticated: 'confirmed' } })).toBe(true),
    );
    expect(stored()).toEqual(otieno);
  });

  test('U7: a load that fails leaves the session, and says so', async () => {
    const { state, tab } = openAt(CONFIRM, answering(ok({ user: wanjiku }), 'lost'), { user: wanjiku });
    const session = () => tab.app.session.getSnapshot();
    await vi.waitFor(() => expect(state().value).toBe('confirmed'));
    await vi.waitFor(() => expect(session().context.problem?.text).toBe('Failed to load user'), 5_000);
    expect(session().hasTag('signedIn')).toBe(true);
  });

  test('§6, U7: a 401 ends the session; the page stays, with the links of a guest', async () => {
    const { state, tab } = openAt(CONFIRM, answering(ok({ user: wanjiku }), refused(401)), { user: wanjiku });
    await vi.waitFor(() => expect(tab.storage.values.has('token')).toBe(false));
    expect(state().value).toBe('confirmed');
    expect(state().context.isSignedIn).toBe(false);
    expect(tab.visits.map(({ path }) => path)).toEqual(['/auth/confirm-email']);
  });

  test('D22: nothing is stored for a guest, who stays one', async () => {
    const { state, tab, paths } = openAt(CONFIRM, { '/auth/confirm-email': DONE });
    await vi.waitFor(() => expect(state().value).toBe('confirmed'));
    expect(paths()).toEqual(['/auth/confirm-email']);
    expect([...tab.storage.values.keys()].filter((key) => key === 'token' || key === 'user')).toEqual([]);
  });

  test('§2: an answer that comes after the page was left changes nothing', async () => {
    let answer: (answer: Answer) => void = () => undefined;
    const late = new Promise<Answer>((resolve) => (answer = resolve));
    const { actor, state, tab, paths } = openAt(CONFIRM, { '/auth/confirm-email': () => late });
    await vi.waitFor(() => expect(paths()).toEqual(['/auth/confirm-email']));
    actor.stop();
    answer(DONE);
    await new Promise(setImmediate);
    expect(state().value).toBe('posting');
    expect(tab.visits).toHaveLength(1);
  });
});
