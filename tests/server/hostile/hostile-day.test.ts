// @engine postgres
// @all
import { expect, test } from 'vitest';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { size } from '../../support/size.ts';
import { FORM, register, signUp } from '../accounts/steps.ts';
import { describeShop, type Answer, type Browser, type World } from '../accounts/world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A day by the test's clock in `npm run test:hard`. */
const HOURS = size(2, 24);
/** Allows for a slow machine. */
const PATIENCE_MS = size(120_000, 900_000);
const times = (count: number) => Array.from({ length: count }, (_, n) => n);
const digits = (n: number) => String(n).padStart(6, '0');
const isRefused = ({ status }: Answer) => status === 429;

/** Signs up a new customer, or fails the test; `n` determines the phone. */
async function honest(world: World, n: number, browser = world.browser()) {
  const phone = `0722${digits(n)}`;
  const email = `honest${n}@example.com`;
  await signUp(world, browser, { phone, email }, `254${phone.slice(1)}`);
  return { browser, email };
}

/**
 * Starts sign-ups for other people's phones that request as many codes as possible, a minute apart. Takes five minutes
 * of the clock. Returns the number of codes sent.
 */
async function bomb(world: World, hour: number, addresses: readonly string[]): Promise<number> {
  const getPhone = (n: number) => `0733${digits(hour * 1_000 + n)}`;
  const flows = await Promise.all(
    addresses.map(async (ip, n) => {
      const browser = world.browser(ip);
      await register(browser, { phone: getPhone(n), email: `h${hour}x${n}@example.com` });
      return browser;
    }),
  );
  const before = world.sms.sent.length;
  for (let round = 0; round < 5; round += 1) {
    for (const [n, browser] of flows.entries())
      await browser.post('/auth/send-otp', { phone: getPhone(n), userName: 'W' });
    world.advance(MINUTE);
  }
  return world.sms.sent.length - before;
}

const login = (browser: Browser, email: string, password: string) => browser.post('/auth/login', { email, password });

describeShop('R37: hostile budgets', (world) => {
  test(
    'R37, F3: one IPv6 customer requests codes from all its networks; all others still get codes',
    async () => {
      for (const hour of times(HOURS)) {
        const networks = times(24).map((n) => `2001:db8:7:${n.toString(16)}::1`);
        expect(await bomb(world(), hour, networks)).toBeLessThanOrEqual(LIMITS.codes.most);
        for (const n of [0, 1]) {
          await honest(world(), hour * 10 + n);
          world().advance(HOUR / 2 - 3 * MINUTE);
        }
      }
    },
    PATIENCE_MS,
  );

  test(
    'R37, F3: a wider attack raises alarms and gets at most four fifths of the codes; all others are served',
    async () => {
      await world().db.sql.delete(paymentAlarms);
      const { browser, email } = await honest(world(), 1);
      world().advance(HOUR);
      const hours = size(1, 24);
      for (const hour of times(hours)) {
        const addresses = times(45).map((n) => `203.0.113.${n % 5}`);
        expect(await bomb(world(), hour, addresses)).toBeLessThanOrEqual(Math.floor(LIMITS.codesOfShop.most * 0.8));
        const late = world().browser();
        expect((await register(late, { phone: '0722999999', email: 'late@example.com' })).status).toBe(200);
        expect((await late.post('/auth/send-otp', { phone: '0722999999', userName: 'L' })).status).toBe(200);
        expect((await login(browser, email, FORM.password)).status).toBe(200);
        expect((await login(world().browser(), email, FORM.password)).status).toBe(200);
        world().advance(HOUR - 4 * MINUTE);
      }
      const kinds = (await world().rows(paymentAlarms)).map(({ kind }) => kind).sort();
      expect(kinds).toEqual(['codesHalfSpent', 'codesSpent'].flatMap((kind) => times(hours).map(() => kind)));
      await honest(world(), 2);
    },
    PATIENCE_MS,
  );

  test(
    'R37, F4: new customers, waiting shoppers and guests behind one carrier address do not block each other',
    async () => {
      const carrier = '102.68.76.1';
      const waiting = await Promise.all(times(3).map((n) => honest(world(), n, world().browser(carrier))));
      for (const hour of times(HOURS)) {
        // Pages that wait for M-Pesa poll five times as often as in reality, and guests load every page.
        for (let poll = 0; poll < 100; poll += 1)
          for (const { browser } of waiting)
            expect((await browser.get('/mpesa/payment-status/ws_CO_1')).status).toBe(404);
        const guests = await Promise.all(times(size(200, 300)).map(() => world().browser(carrier).get('/categories')));
        expect(guests.some(isRefused)).toBe(false);
        for (const n of times(size(8, 25))) {
          await honest(world(), 100 + hour * 100 + n, world().browser(carrier));
          world().advance(MINUTE);
        }
        for (const { browser, email } of waiting) {
          expect((await browser.get('/orders/my')).status).toBe(200);
          expect((await login(world().browser(carrier), email, FORM.password)).status).toBe(200);
        }
        world().advance(HOUR - size(8, 25) * MINUTE);
      }
    },
    PATIENCE_MS,
  );

  test(
    'R37, F6: few guesses from many addresses are checked, and known browsers are not delayed',
    async () => {
      const owner = await honest(world(), 1);
      const other = await honest(world(), 2);
      let judged = 0;
      for (const hour of times(HOURS)) {
        for (const step of times(6)) {
          for (const n of times(20)) {
            const guess = await login(world().browser(`2001:db8:${step}:${n}::1`), owner.email, `Guess${hour}${n}`);
            // A 409 asks for a code without checking the password, except for the fifth failure (D26).
            if (guess.status === 400) judged += 1;
          }
          expect((await login(world().browser(), other.email, FORM.password)).status).toBe(200);
          world().advance(10 * MINUTE);
        }
        expect((await login(owner.browser, owner.email, 'Mistyped1')).status).toBe(400);
        expect((await login(owner.browser, owner.email, FORM.password)).status).toBe(200);
      }
      expect(judged).toBeLessThanOrEqual(10 * HOURS);
      const told = (await world().mailsTo(owner.email)).filter(({ subject }) => subject.startsWith('Somebody tries'));
      expect(told).toHaveLength(1);
    },
    PATIENCE_MS,
  );
});
