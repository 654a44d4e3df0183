import { expect, test } from 'vitest';
import { otpChallenges, pendingRegistrations, sessions, users } from '../../../server/db/schema.ts';
import { purgeAccounts } from '../../../server/modules/auth/purge.ts';
import { askCode, register, signUp } from './steps.ts';
import { describeShop } from './world.ts';

const HOUR = 3_600_000;

describeShop('account rows that have ended', (world) => {
  test('§6: nothing that still counts is deleted', async () => {
    await signUp(world(), world().browser());
    await register(world().browser(), { email: 'open@example.com' });
    const count = async () => [(await world().rows(sessions)).length, (await world().rows(pendingRegistrations)).length, (await world().rows(otpChallenges)).length];
    const before = await count();
    await purgeAccounts(world().deps);
    expect(await count()).toEqual(before);
    expect(before).toEqual([1, 1, 1]);
  });

  test('D3: codes stay for the day that is counted; sessions, sign-ups and codes go afterwards and accounts stay', async () => {
    await signUp(world(), world().browser());
    await register(world().browser(), { email: 'open@example.com' });
    await askCode(world().browser(), '0733000111');
    world().advance(23 * HOUR);
    await purgeAccounts(world().deps);
    expect(await world().rows(otpChallenges)).toHaveLength(2);
    expect(await world().rows(pendingRegistrations)).toHaveLength(0);
    world().advance(7 * 24 * HOUR);
    await purgeAccounts(world().deps);
    expect([await world().rows(otpChallenges), await world().rows(sessions)]).toEqual([[], []]);
    expect(await world().rows(users)).toHaveLength(1);
  });
});
