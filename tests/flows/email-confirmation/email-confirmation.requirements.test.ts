import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { openedAt } from '../support/account-links.samples.ts';
import { otieno, wanjiku } from '../support/account.samples.ts';
import { openAnswering } from '../../support/answering-tab.ts';
import { ok, refused } from '../../support/tab.ts';
import type { Answer, TabOptions } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const DONE: Answer = { status: 200, body: { success: true } };
const renewed = { ...wanjiku, email: 'njeri@example.com' };
const CONFIRM = '/auth/confirm-email?token=abc';

describe('the confirmation of a new e-mail', () => {
  const openAt = (address: string, answers: Parameters<typeof openAnswering>[0], options: TabOptions = {}) => {
    const opened = openAnswering(answers, options);
    const actor = createActor(opened.machines.emailConfirmation, { input: openedAt(address) }).start();
    return { ...opened, actor, state: () => actor.getSnapshot() };
  };
  /** Answers the profile load of the page with the old address and the load after the confirmation with the new one. */
  const answering = (...profiles: (Answer | Promise<Answer>)[]) => ({
    '/auth/confirm-email': DONE,
    '/auth/profile': () => profiles.shift() ?? 'lost',
  });

  test('D15: the bare address without a token confirms nothing and sends no request', () => {
    const { tab, state, paths } = openAt('/auth/confirm-email', {});
    expect(state().value).toBe('invalid');
    expect(tab.visits).toEqual([]);
    expect(paths()).toEqual([]);
  });

  test('D22: the session reloads its user after the response and drops an older load', async () => {
    let answerOld: (answer: Answer) => void = () => undefined;
    const old = new Promise<Answer>((resolve) => (answerOld = resolve));
    const { tab, state, stored, paths } = openAt(CONFIRM, answering(old, ok({ user: renewed })), { user: wanjiku });
    await until(() => expect(state().value).toBe('confirmed'));
    await until(() => expect(stored()).toEqual(renewed));
    answerOld(ok({ user: wanjiku }));
    await until(() => expect(tab.app.session.getSnapshot().context.user).toEqual(renewed));
    expect(stored()).toEqual(renewed);
    expect(paths().filter((path) => path === '/auth/profile')).toHaveLength(2);
    expect(state().context.isSignedIn).toBe(true);
  });

  test('D22: the session of another shopper keeps its own address', async () => {
    const { state, stored, tab } = openAt(CONFIRM, answering(ok({ user: otieno }), ok({ user: otieno })), {
      user: otieno,
    });
    await until(() => expect(state().value).toBe('confirmed'));
    await until(() =>
      expect(tab.app.session.getSnapshot().matches({ customer: { authenticated: 'confirmed' } })).toBe(true),
    );
    expect(stored()).toEqual(otieno);
  });

  test('U7: a failed load keeps the session and shows a problem', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { state, tab } = openAt(CONFIRM, answering(ok({ user: wanjiku }), 'lost'), { user: wanjiku });
    const session = () => tab.app.session.getSnapshot();
    await until(() => expect(state().value).toBe('confirmed'));
    await until(() => expect(session().context.problem?.text).toBe('Failed to load user'));
    expect(session().hasTag('signedIn')).toBe(true);
  });

  test('§6, U7: a 401 ends the session; the page stays open, with the links of a guest', async () => {
    const { state, tab } = openAt(CONFIRM, answering(ok({ user: wanjiku }), refused(401)), { user: wanjiku });
    await until(() => expect(tab.storage.values.has('token')).toBe(false));
    expect(state().value).toBe('confirmed');
    expect(state().context.isSignedIn).toBe(false);
    expect(tab.visits.map(({ path }) => path)).toEqual(['/auth/confirm-email']);
  });

  test('D22: a guest stays a guest, and nothing is stored', async () => {
    const { state, tab, paths } = openAt(CONFIRM, { '/auth/confirm-email': DONE });
    await until(() => expect(state().value).toBe('confirmed'));
    expect(paths()).toEqual(['/auth/confirm-email']);
    expect([...tab.storage.values.keys()].filter((key) => key === 'token' || key === 'user')).toEqual([]);
  });

  test('§2: ignores a response that arrives after the page was left', async () => {
    let answer: (answer: Answer) => void = () => undefined;
    const late = new Promise<Answer>((resolve) => (answer = resolve));
    const { actor, state, tab, paths } = openAt(CONFIRM, { '/auth/confirm-email': () => late });
    await until(() => expect(paths()).toEqual(['/auth/confirm-email']));
    actor.stop();
    answer(DONE);
    await new Promise(setImmediate);
    expect(state().value).toBe('posting');
    expect(tab.visits).toHaveLength(1);
  });
});
