// @engine postgres
import { expect, test } from 'vitest';
import { loginFailures } from '../../../server/db/schema.ts';
import { countFailure } from '../../../server/modules/passwords/guesses.repository.ts';
import { FORM, signUp } from './steps.ts';
import { describeShop, type Browser } from './world.ts';

const MINUTE = 60_000;
const login = (browser: Browser, password = 'Wrong123', email = FORM.email) =>
  browser.post('/auth/login', { email, password });

describeShop('F6, D26: guessed passwords', (world) => {
  test('F6, D26, D24: does not slow a known browser, also logged out and while others have to wait', async () => {
    const owner = world().browser();
    await signUp(world(), owner);
    await owner.post('/auth/logout', {});
    owner.token = null;
    for (let n = 0; n < 6; n += 1) await login(world().browser());
    expect((await login(world().browser(), FORM.password)).status).toBe(409);
    for (let n = 0; n < 8; n += 1) expect((await login(owner)).status).toBe(400);
    expect((await login(owner, FORM.password)).status).toBe(200);
    expect(await world().rows(loginFailures)).toEqual([]);
    expect((await login(world().browser(), FORM.password)).status).toBe(200);
  });

  test("F6, D26: the cookie of another account's login, or an invented one, gives no advantage", async () => {
    await signUp(world(), world().browser());
    const thief = world().browser();
    await signUp(world(), thief, { email: 'thief@example.com', phone: '0733000111' }, '254733000111');
    for (let n = 0; n < 5; n += 1) await login(thief);
    expect((await login(thief)).status).toBe(409);
    const inventor = Object.assign(world().browser(), { known: 'x'.repeat(43) });
    expect((await login(inventor)).status).toBe(409);
  });

  test('F6, D26: answers 400 to only four of forty concurrent guesses, and counts five', async () => {
    await signUp(world(), world().browser());
    const guesses = await Promise.all(Array.from({ length: 40 }, () => login(world().browser())));
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(4);
    expect(guesses.filter(({ status }) => status === 409)).toHaveLength(36);
    const [row] = await world().rows(loginFailures);
    expect(row?.failures).toBe(5);
  });

  test('F6, D26: judges concurrent tries when a later one read the clock earlier', async () => {
    const { db, clock } = world().deps;
    const before = (ms: number) => new Date(clock.now().getTime() - ms);
    for (const [n, ms] of [0, 5, 10, 15, 20].entries())
      expect(await countFailure(db.sql, 'somebody', before(ms), 'unlessWaiting')).toBe(n + 1);
    expect(await countFailure(db.sql, 'somebody', before(25), 'unlessWaiting')).toBeNull();
  });

  test('F6, D26: mails the owner once a day, and no other address', async () => {
    await signUp(world(), world().browser());
    const told = async () =>
      (await world().mailsTo(FORM.email)).filter(({ subject }) => subject.startsWith('Somebody tries')).length;
    for (let n = 0; n < 4; n += 1) await login(world().browser());
    expect(await told()).toBe(0);
    for (let n = 0; n < 3; n += 1) {
      expect((await login(world().browser())).status).toBe(409);
      world().advance(15 * MINUTE);
    }
    expect(await told()).toBe(1);
    world().advance(23 * 60 * MINUTE + 30 * MINUTE);
    for (let n = 0; n < 5; n += 1) {
      await login(world().browser());
      world().advance(15 * MINUTE);
    }
    expect(await told()).toBe(2);
    for (let n = 0; n < 6; n += 1) await login(world().browser(), 'Wrong123', 'nobody@example.com');
    expect(await world().mailsTo('nobody@example.com')).toEqual([]);
  });
});
