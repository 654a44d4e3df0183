import { expect, test } from 'vitest';
import { users } from '../../server/db/schema.ts';
import { seedDemoShopper } from '../../demo/fillings/0003-shopper.ts';
import { describeShop } from '../server/accounts/world.ts';

describeShop('the demo account', (world) => {
  test('H16: shopper@duka.test can log in and owns one default address', async () => {
    expect(await seedDemoShopper(world().deps)).toBe(true);
    const { body } = await world()
      .browser()
      .post('/auth/login', { email: 'shopper@duka.test', password: 'Karibu2026' });
    expect(body.data?.user).toMatchObject({
      name: 'Wanjiku Kamau',
      phone: '254712345678',
      addresses: [{ type: 'Home', address: 'Moi Avenue 12', city: 'Nairobi', country: 'Kenya', isDefault: true }],
    });
  });

  test('H16: a second start makes no second one', async () => {
    await seedDemoShopper(world().deps);
    expect(await seedDemoShopper(world().deps)).toBe(false);
    expect(await world().rows(users)).toHaveLength(1);
  });

  test('H16: without a password in the settings there is none (production)', async () => {
    const { deps } = world();
    expect(await seedDemoShopper({ ...deps, env: { ...deps.env, demoPassword: null } })).toBe(false);
    expect(await world().rows(users)).toHaveLength(0);
  });
});
