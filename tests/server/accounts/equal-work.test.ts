// @engine postgres
import { expect, test, vi } from 'vitest';
import { createLoginService } from '../../../server/modules/login/login.service.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { createRegistrationService } from '../../../server/modules/sign-up/registration.service.ts';
import { createResetService } from '../../../server/modules/passwords/reset.service.ts';
import { isHard } from '../../support/size.ts';
import { FORM, register, signUp } from './steps.ts';
import { describeShop, type Answer } from './world.ts';

const CALLER = { ip: '192.0.2.9', flow: null, browser: null, bearer: null };
const MINUTE = 60_000;
const PAIRS = 200;
/** A slow machine must not fail the test. */
const PATIENCE_MS = 900_000;

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

describeShop(
  'R26: responses do not reveal who has an account',
  (world) => {
    test('R26, F18: register does equal work for known and unknown: one hash, the same statements', async () => {
      await signUp(world(), world().browser());
      const hash = vi.fn(createPasswordsService().hash);
      const passwords = { ...createPasswordsService(), hash };
      const { deps, services } = world();
      let statements: string[] = [];
      const verbs = ['select', 'insert', 'update', 'delete', 'execute'] as const;
      for (const verb of verbs) {
        const real = deps.db.sql[verb].bind(deps.db.sql) as (...args: unknown[]) => unknown;
        vi.spyOn(deps.db.sql, verb).mockImplementation(((...args: unknown[]) => {
          statements.push(verb);
          return real(...args);
        }) as never);
      }
      const transactions = vi.spyOn(deps.db, 'tx');
      const { register: begin } = createRegistrationService(deps, { ...services, passwords });
      const worked = [];
      for (const [n, email] of [FORM.email, 'nobody@example.com'].entries()) {
        const form = { ...FORM, email, phone: `073300011${n}` };
        await begin(form, { flow: null, browser: `browser-${n}`, bearer: null, ip: '192.0.2.9' });
        worked.push([hash.mock.calls.length, transactions.mock.calls.length, statements]);
        hash.mockClear();
        transactions.mockClear();
        statements = [];
      }
      vi.restoreAllMocks();
      expect(worked[1]).toEqual(worked[0]);
      expect(worked[0]?.[0]).toBe(1);
    });

    test('D16, R26: a reset does the same work for known and unknown: no hashing, equal statements', async () => {
      await signUp(world(), world().browser());
      const passwords = { hash: vi.fn(), isRight: vi.fn(), isOutdated: vi.fn() };
      const { forgot: ask } = createResetService(world().deps, { ...world().services, passwords });
      const verbs = (['select', 'insert', 'update', 'delete', 'execute'] as const).map((verb) =>
        vi.spyOn(world().db.sql, verb),
      );
      const worked = [];
      for (const email of [FORM.email, 'nobody@example.com']) {
        await ask(email, CALLER);
        worked.push(verbs.map((verb) => verb.mock.calls.length));
        for (const verb of verbs) verb.mockClear();
      }
      expect(worked[1]).toEqual(worked[0]);
      expect(worked[0]).toEqual([expect.any(Number), expect.any(Number), 0, 0, 0]);
      for (const never of Object.values(passwords)) expect(never).not.toHaveBeenCalled();
    });

    test('D14, D16: login and forgot-password run argon2 equally often for known and unknown e-mails', async () => {
      await signUp(world(), world().browser());
      const verify = vi.fn(() => Promise.resolve(false));
      const passwords = createPasswordsService({ verify });
      const { login: enter } = createLoginService(world().deps, { ...world().services, passwords });
      const { forgot: ask } = createResetService(world().deps, { ...world().services, passwords });
      const runs = [];
      for (const email of [FORM.email, 'nobody@example.com']) {
        await enter({ email, password: 'Wrong123', remember: true }, CALLER, 'b').catch(() => undefined);
        await ask(email, CALLER);
        runs.push(verify.mock.calls.length);
        verify.mockClear();
      }
      expect(runs).toEqual([1, 1]);
    });

    test('X61, R26: a login compares one password, with any number of unfinished sign-ups of the e-mail', async () => {
      const verify = vi.fn(() => Promise.resolve(false));
      const { login: enter } = createLoginService(world().deps, {
        ...world().services,
        passwords: createPasswordsService({ verify }),
      });
      for (let begun = 0; begun < 4; begun += 1) {
        await enter({ email: FORM.email, password: 'Wrong123', remember: true }, CALLER, 'b').catch(() => undefined);
        expect([begun, verify.mock.calls.length]).toEqual([begun, 1]);
        verify.mockClear();
        await register(world().browser(), { phone: `073300012${begun}` });
      }
    });

    // Measures time only on the measurement machine. The tests above and those of login and reset count the work.
    if (isHard)
      test(
        'R26: login, forgot and register take the same time for known and unknown, within 10 %',
        async () => {
          await signUp(world(), world().browser());
          let turn = 0;
          const calls: Readonly<Record<string, (email: string) => Promise<Answer>>> = {
            login: (email) => world().browser().post('/auth/login', { email, password: 'Wrong1234' }),
            forgot: (email) => world().browser().post('/auth/forgot-password', { email }),
            register: (email) => register(world().browser(), { email, phone: `07330${String(turn).padStart(5, '0')}` }),
          };
          for (const [name, call] of Object.entries(calls)) {
            /** Compares the medians of alternating calls. Measures again when the machine was busy. */
            const difference = async (): Promise<number> => {
              const took: [known: number[], unknown: number[]] = [[], []];
              for (let pair = 0; pair < PAIRS; pair += 1) {
                const isSwapped = pair % 2 === 1;
                for (const at of isSwapped ? [1, 0] : [0, 1]) {
                  turn += 1;
                  const email = at === 0 ? FORM.email : `nobody${turn}@example.com`;
                  const before = performance.now();
                  await call(email);
                  took[at === 0 ? 0 : 1].push(performance.now() - before);
                  // Keeps the wait of one call from delaying the next (D26).
                  world().advance(25 * 60 * MINUTE);
                }
              }
              const [known, unknown] = took.map(median);
              return Math.abs((known ?? 0) - (unknown ?? 0)) / Math.max(known ?? 1, unknown ?? 1);
            };
            let seen = 1;
            for (let tries = 0; tries < 3 && seen >= 0.1; tries += 1) seen = Math.min(seen, await difference());
            expect([name, seen < 0.1]).toEqual([name, true]);
          }
        },
        PATIENCE_MS,
      );
  },
  { RATE_LIMIT_FACTOR: '1000' },
);
