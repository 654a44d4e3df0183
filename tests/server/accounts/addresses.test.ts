// @engine postgres
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addresses } from '../../../server/db/schema.ts';
import { MSISDN, signUp } from './steps.ts';
import { describeShop, type Answer, type Browser, type World } from './world.ts';

const HOME = {
  type: 'Home',
  name: 'Wanjiku Kamau',
  address: 'Moi Avenue 12',
  city: 'Nairobi',
  country: 'Kenya',
  postalCode: '00100',
  phone: MSISDN,
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
  test('§7 Addresses: adding an address returns the user with all addresses', async () => {
    const browser = await customer(world());
    const answer = await create(browser);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, data: { user: { phone: MSISDN, addresses: [HOME] } } },
    });
    expect(answer.body.data?.user?.addresses[0]?._id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await browser.get('/auth/profile')).body.data?.user).toEqual(answer.body.data?.user);
  });

  test("§5 Address save: defaults to no postal code, type Home and the profile's phone, and trims spaces", async () => {
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
        isDefault: true,
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

  test('§7 Addresses: set default moves the default mark', async () => {
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

  test('§7 Addresses: a change of another address leaves the default mark where it is', async () => {
    const browser = await customer(world());
    await create(browser);
    const { body } = await create(browser, { name: 'Second', isDefault: false });
    const id = body.data?.user?.addresses.find(({ name }) => name === 'Second')?._id ?? '';
    const answer = await browser.put(`/auth/addresses/${id}`, { ...HOME, name: 'Other', isDefault: false });
    expect(answer.body.data?.user?.addresses.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      [HOME.name, true],
      ['Other', false],
    ]);
  });

  test('§3 Saved address: concurrent defaults leave exactly one default', async () => {
    const browser = await customer(world());
    const made = await Promise.all(Array.from({ length: 6 }, (_, n) => create(browser, { name: `Place ${n}` })));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await defaults(world())).toHaveLength(1);
    const ids = (await world().rows(addresses)).map(({ id }) => id);
    const moved = await Promise.all(ids.map((id) => browser.put(`/auth/addresses/${id}/default`, {})));
    expect(moved.every(({ status }) => status === 200)).toBe(true);
    expect(await defaults(world())).toHaveLength(1);
  });

  const getId = (answer: Answer, name: string) =>
    answer.body.data?.user?.addresses.find((address) => address.name === name)?._id ?? '';

  test('R38: saves a repeated address once, also concurrently, and applies its default mark', async () => {
    const browser = await customer(world());
    await Promise.all([create(browser), create(browser)]);
    await create(browser, { name: 'Second' });
    const { body } = await create(browser);
    const saved = body.data?.user?.addresses.map(({ name, isDefault }) => [name, isDefault]);
    expect(saved).toEqual([
      [HOME.name, true],
      ['Second', false],
    ]);
    const again = await create(browser, { isDefault: false });
    expect(again.body.data?.user?.addresses).toHaveLength(2);
    expect((await create(browser, { city: 'Mombasa' })).body.data?.user?.addresses).toHaveLength(3);
  });

  test('R38: saves the same address for each of two customers', async () => {
    const other = world().browser();
    await signUp(world(), other, { email: 'other@example.com', phone: '0733000111' }, '254733000111');
    for (const browser of [other, await customer(world())])
      expect((await create(browser)).body.data?.user?.addresses).toHaveLength(1);
    expect(await world().rows(addresses)).toHaveLength(2);
  });

  test('§8 Address: each change returns its own message', async () => {
    const browser = await customer(world());
    const added = await create(browser);
    const id = getId(added, HOME.name);
    const answers = [
      added,
      await browser.put(`/auth/addresses/${id}`, HOME),
      await browser.put(`/auth/addresses/${id}/default`, {}),
      await browser.delete(`/auth/addresses/${id}`),
    ];
    expect(answers.map(({ body }) => body.message)).toEqual([
      'Address added successfully!',
      'Address updated successfully!',
      'Default address updated successfully!',
      'Address deleted successfully!',
    ]);
  });

  test('§7 Addresses: an edit replaces the address in its position, without outer spaces', async () => {
    const browser = await customer(world());
    const id = getId(await create(browser), HOME.name);
    await create(browser, { name: 'Second', isDefault: false });
    const change = { ...HOME, type: 'Work', name: ' Njeri ', city: 'Nakuru', postalCode: ' 20100 ', phone: ' ' };
    const { body } = await browser.put(`/auth/addresses/${id}`, change);
    expect(body.data?.user?.addresses).toMatchObject([
      { ...change, _id: id, name: 'Njeri', postalCode: '20100', phone: MSISDN, isDefault: true },
      { name: 'Second', isDefault: false },
    ]);
    expect((await browser.get('/auth/profile')).body.data?.user).toEqual(body.data?.user);
  });

  test('§3 Saved address: an edit moves or removes the default mark', async () => {
    const browser = await customer(world());
    await create(browser);
    const id = getId(await create(browser, { name: 'Second', isDefault: false }), 'Second');
    const marks = ({ body }: Answer) => body.data?.user?.addresses.map(({ isDefault }) => isDefault);
    expect(marks(await browser.put(`/auth/addresses/${id}`, { ...HOME, name: 'Second' }))).toEqual([false, true]);
    const off = await browser.put(`/auth/addresses/${id}`, { ...HOME, name: 'Second', isDefault: false });
    expect(marks(off)).toEqual([false, false]);
  });

  test('X25, U13: delete makes the only remaining address the default; posting it again undoes it', async () => {
    const browser = await customer(world());
    await create(browser, { name: 'First', isDefault: false });
    const before = await create(browser, { phone: '0722000000' });
    const deleted = await browser.delete(`/auth/addresses/${getId(before, HOME.name)}`);
    expect(deleted.body.data?.user?.addresses).toMatchObject([{ name: 'First', isDefault: true }]);
    const { _id: gone, ...same } = before.body.data?.user?.addresses[1] ?? { _id: '' };
    const undone = await browser.post('/auth/addresses', same);
    expect(undone.body.data?.user?.addresses).toEqual([
      before.body.data?.user?.addresses[0],
      { ...same, _id: expect.not.stringContaining(gone) },
    ]);
  });

  test('X25: makes a single address the default, and no other one automatically', async () => {
    const browser = await customer(world());
    const marks = ({ body }: Answer) => body.data?.user?.addresses.map(({ isDefault }) => isDefault);
    const first = await create(browser, { name: 'First', isDefault: false });
    expect(marks(first)).toEqual([true]);
    const id = getId(first, 'First');
    expect(marks(await browser.put(`/auth/addresses/${id}`, { ...HOME, name: 'First', isDefault: false }))).toEqual([
      true,
    ]);
    expect(marks(await create(browser, { name: 'Second', isDefault: false }))).toEqual([true, false]);
    const third = await create(browser, { name: 'Third', isDefault: false });
    expect(marks(third)).toEqual([true, false, false]);
    expect(marks(await browser.delete(`/auth/addresses/${id}`))).toEqual([false, false]);
  });

  test('X25: makes a single address the default when another customer has addresses', async () => {
    const owner = await customer(world());
    await create(owner, { name: 'First' });
    await create(owner, { name: 'Second', isDefault: false });
    const other = world().browser();
    await signUp(world(), other, { email: 'other@example.com', phone: '0733000111' }, '254733000111');
    const { body } = await create(other, { isDefault: false });
    expect(body.data?.user?.addresses).toMatchObject([{ isDefault: true }]);
    expect(await defaults(world())).toHaveLength(2);
  });

  test('R38: keeps the default when the same address arrives again without the default mark', async () => {
    const browser = await customer(world());
    await create(browser);
    await create(browser, { name: 'Second', isDefault: false });
    const { body } = await create(browser, { name: 'Second', isDefault: false });
    expect(body.data?.user?.addresses.map(({ isDefault }) => isDefault)).toEqual([true, false]);
  });

  test('U13: the second of two deletes returns 404, also when they are concurrent', async () => {
    const browser = await customer(world());
    const id = getId(await create(browser), HOME.name);
    const answers = await Promise.all([1, 2].map(() => browser.delete(`/auth/addresses/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(answers.find(({ status }) => status === 404)?.body.message).toBe('Address not found');
    expect(await browser.put(`/auth/addresses/${id}`, HOME)).toMatchObject({ status: 404 });
  });

  test.each([
    { name: '' },
    { city: ' ' },
    { type: 'Castle' },
    { name: 'W'.repeat(200) },
    { userId: 'x' },
    { _id: 'x' },
  ])('§5, R25: rejects an edit with %j and changes nothing', async (change) => {
    const browser = await customer(world());
    const id = getId(await create(browser), HOME.name);
    const before = await world().rows(addresses);
    expect((await browser.put(`/auth/addresses/${id}`, { ...HOME, ...change })).status).toBe(400);
    expect(await world().rows(addresses)).toEqual(before);
  });

  test.each(['x', '1', '%00', "' or 1=1 --", 'null'])('Bad input: %j is not a valid address id', async (id) => {
    const browser = await customer(world());
    await create(browser);
    const path = `/auth/addresses/${encodeURIComponent(id)}`;
    for (const { status } of [await browser.put(path, HOME), await browser.delete(path)]) expect(status).toBe(404);
    expect(await world().rows(addresses)).toHaveLength(1);
  });

  test('R24, Saleor CVE-2020-7964: the address of another customer returns the same 404 as a missing one', async () => {
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
    for (const path of [`/auth/addresses/${id}`, `/auth/addresses/${randomUUID()}`]) {
      const refused = { status: 404, body: { ...foreign.body, requestId: expect.any(String) } };
      expect(await stranger.put(path, { ...HOME, isDefault: true })).toMatchObject(refused);
      expect(await stranger.delete(path)).toMatchObject(refused);
    }
    expect((await owner.get('/auth/profile')).body.data?.user?.addresses).toEqual(body.data?.user?.addresses);
    expect(await defaults(world())).toHaveLength(2);
    expect((await stranger.get('/auth/profile')).body.data?.user?.addresses).toHaveLength(1);
  });

  test('D14: returns 401 for address calls without a token', async () => {
    expect((await world().browser().put(`/auth/addresses/${randomUUID()}`, HOME)).status).toBe(401);
    expect((await world().browser().delete(`/auth/addresses/${randomUUID()}`)).status).toBe(401);
    expect((await create(world().browser())).status).toBe(401);
    expect((await world().browser().put(`/auth/addresses/${randomUUID()}/default`, {})).status).toBe(401);
  });

  test('R25: rejects owner, id and unknown fields', async () => {
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

  test('§7 Addresses: rejects the fifty-first address', async () => {
    const browser = await customer(world());
    for (let n = 0; n < 50; n += 1) expect((await create(browser, { name: `Place ${n}` })).status).toBe(200);
    expect(await create(browser)).toMatchObject({ status: 409, body: { message: 'You cannot save more addresses.' } });
    expect((await create(browser, { name: 'Place 3' })).status).toBe(200);
    expect(await world().rows(addresses)).toHaveLength(50);
  });
});
