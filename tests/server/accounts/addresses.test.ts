import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addresses } from '../../../server/db/schema.ts';
import { MSISDN, signUp } from './steps.ts';
import { describeShop, type Browser, type World } from './world.ts';

const HOME = {
  type: 'Home',
  name: 'Wanjiku Kamau',
  address: 'Moi Avenue 12',
  city: 'Nairobi',
  country: 'Kenya',
  postalCode: '00100',
  phone: '0712345678',
  isDefault: true,
};
const create = (browser: Browser, change: Record<string, unknown> = {}) =>
  browser.post('/auth/addresses', { ...HOME, ...change });
const defaults = async (world: World) => (await world.rows(addresses)).filter(({ isDefault }) => isDefault);

async function customer(world: World): Promise<Browser> {
  const browser = world.browser();
  await signUp(world, browser);
  return browser;
}

describeShop('addresses', (world) => {
  test('§7 Addresses: a new address is answered with the user and all addresses', async () => {
    const browser = await customer(world());
    const answer = await create(browser);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { user: { phone: MSISDN, addresses: [HOME] } } },
    });
    expect(answer.body.data?.user?.addresses[0]?._id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await browser.get('/auth/profile')).body.data?.user).toEqual(answer.body.data?.user);
  });

  test("§5 Address save: postal code empty, type Home, phone the profile's, outer spaces gone", async () => {
    const browser = await customer(world());
    const { body } = await browser.post('/auth/addresses', {
      name: ' W ',
      address: ' Street 1 ',
      city: ' Nakuru ',
      country: 'Kenya',
    });
    expect(body.data?.user?.addresses).toMatchObject([
      {
        type: 'Home',
        name: 'W',
        address: 'Street 1',
        city: 'Nakuru',
        country: 'Kenya',
        postalCode: '',
        phone: MSISDN,
        isDefault: false,
      },
    ]);
  });

  test.each(['name', 'address', 'city', 'country'])('§5 Address save: %s is required', async (field) => {
    const browser = await customer(world());
    for (const value of ['', '   ', undefined]) {
      const answer = await create(browser, { [field]: value });
      expect(answer).toMatchObject({ status: 400, body: { success: false, fields: { [field]: expect.any(String) } } });
    }
    expect(await world().rows(addresses)).toHaveLength(0);
  });

  test('A32: an address in Uganda or Tanzania can be saved', async () => {
    const browser = await customer(world());
    for (const country of ['Uganda', 'Tanzania']) expect((await create(browser, { country })).status).toBe(200);
  });

  test('§3 Saved address: a new default replaces the old one', async () => {
    const browser = await customer(world());
    await create(browser);
    const { body } = await create(browser, { name: 'Second' });
    expect(body.data?.user?.addresses.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      [HOME.name, false],
      ['Second', true],
    ]);
  });

  test('§7 Addresses: set default moves the mark', async () => {
    const browser = await customer(world());
    await create(browser);
    const { body } = await create(browser, { name: 'Second', isDefault: false });
    const id = body.data?.user?.addresses.find(({ name }) => name === 'Second')?._id ?? '';
    const answer = await browser.put(`/auth/addresses/${id}/default`, {});
    expect(answer.body.data?.user?.addresses.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      [HOME.name, false],
      ['Second', true],
    ]);
    expect((await browser.put(`/auth/addresses/${id}/default`, {})).status).toBe(200);
  });

  test('§3 Saved address: defaults set at once leave one default', async () => {
    const browser = await customer(world());
    const made = await Promise.all(Array.from({ length: 6 }, (_, n) => create(browser, { name: `Place ${n}` })));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await defaults(world())).toHaveLength(1);
    const ids = (await world().rows(addresses)).map(({ id }) => id);
    const moved = await Promise.all(ids.map((id) => browser.put(`/auth/addresses/${id}/default`, {})));
    expect(moved.every(({ status }) => status === 200)).toBe(true);
    expect(await defaults(world())).toHaveLength(1);
  });

  test('R24: the address of another customer is 404 like one that does not exist, and nothing changes', async () => {
    const owner = await customer(world());
    const { body } = await create(owner);
    const id = body.data?.user?.addresses[0]?._id ?? '';
    const stranger = world().browser();
    await signUp(world(), stranger, { email: 'stranger@example.com', phone: '0733000111' }, '254733000111');
    await create(stranger, { name: 'Own' });
    const foreign = await stranger.put(`/auth/addresses/${id}/default`, {});
    const missing = await stranger.put(`/auth/addresses/${randomUUID()}/default`, {});
    expect(foreign).toMatchObject({ status: 404, body: { success: false, message: 'Address not found' } });
    expect({ ...missing.body, requestId: null }).toEqual({ ...foreign.body, requestId: null });
    expect(await defaults(world())).toHaveLength(2);
    expect((await stranger.get('/auth/profile')).body.data?.user?.addresses).toHaveLength(1);
  });

  test('D14: without a token addresses are 401', async () => {
    expect((await create(world().browser())).status).toBe(401);
    expect((await world().browser().put(`/auth/addresses/${randomUUID()}/default`, {})).status).toBe(401);
  });

  test('R25: owner, id and unknown fields cannot be sent', async () => {
    const browser = await customer(world());
    for (const extra of [
      { userId: randomUUID() },
      { _id: randomUUID() },
      { id: randomUUID() },
      { createdAt: '2020-01-01' },
    ]) {
      expect((await create(browser, extra)).status).toBe(400);
    }
    expect(await world().rows(addresses)).toHaveLength(0);
  });

  test('§7 Addresses: fifty are enough', async () => {
    const browser = await customer(world());
    for (let n = 0; n < 50; n += 1) await create(browser, { name: `Place ${n}` });
    expect(await create(browser)).toMatchObject({ status: 409, body: { message: 'You cannot save more addresses.' } });
  });
});
