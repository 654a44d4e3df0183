// @engine postgres
import { expect, test } from 'vitest';
import { jobs, phoneChanges, users } from '../../../server/db/schema.ts';
import { ADDRESS, customer, save, stranger, readUser } from './profile-steps.ts';
import { FORM, MSISDN } from './steps.ts';
import { describeShop } from './world.ts';

const HOUR = 3_600_000;
const IN_USE = 'This email is already in use';
const PHONE_IN_USE = 'This phone number is already in use';

describeShop('saving the profile', (world) => {
  test('D22, A31: saves name and address immediately and returns them as sent', async () => {
    const browser = await customer(world());
    const answer = await save(browser, { name: '  Wanjiku N. ' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Profile updated successfully!',
        data: { pending: [], user: { name: 'Wanjiku N.', email: FORM.email, phone: MSISDN, address: ADDRESS } },
      },
    });
    expect((await browser.get('/auth/profile')).body.data?.user).toEqual(answer.body.data?.user);
    expect(await world().rows(jobs)).toEqual([]);
  });

  test.each([
    ['empty', { street: '', city: '', state: '', zipCode: '', country: '' }],
    ['another country', { street: 'Plot 9', city: 'Kampala', state: 'Ntinda', zipCode: '', country: 'Uganda' }],
    ['emoji and right-to-left', { street: '🏠 7', city: 'نيروبي', state: 'קילימני', zipCode: '😀', country: 'Кения' }],
  ])('A31, A32: the address is stored as typed: %s', async (_, address) => {
    const browser = await customer(world());
    expect((await save(browser, { address })).body.data?.user?.address).toEqual(address);
    const shown = (await browser.get('/auth/profile')).body.data?.user?.address;
    expect(shown).toEqual(address);
    expect((await save(browser, { address: shown })).body.data?.user?.address).toEqual(address);
  });

  test('X80: removes invisible characters from an address', async () => {
    const address = { street: ' Moi\u200b Avenue ', city: '\u00a0', state: '\t', zipCode: ' 0\u0000', country: 'KE ' };
    expect((await save(await customer(world()), { address })).body.data?.user?.address).toEqual({
      street: 'Moi Avenue',
      city: '',
      state: '',
      zipCode: '0',
      country: 'KE',
    });
  });

  test('A31: keeps the profile address separate from the address book', async () => {
    const browser = await customer(world());
    const book = { name: 'Wanjiku', address: 'Kenyatta 9', city: 'Nakuru', country: 'Uganda', postalCode: '20100' };
    await browser.post('/auth/addresses', { ...book, phone: '0722 000 000', type: 'Work', isDefault: true });
    const { user } = (await save(browser)).body.data ?? {};
    expect(user?.address).toEqual(ADDRESS);
    expect(user?.addresses).toMatchObject([{ ...book, phone: '254722000000', type: 'Work', isDefault: true }]);
  });

  test.each(['Wa', '😀', 'محمد علي', 'Ŋ́ǃòng', 'W'.repeat(120)])('Bad input: accepts %j as a name', async (name) => {
    const browser = await customer(world());
    expect((await save(browser, { name })).body.data?.user?.name).toBe(name);
  });

  test.each([
    [{ name: '' }, { name: 'Full name is required' }],
    [{ name: '   ' }, { name: 'Full name is required' }],
    [{ name: ' W ' }, { name: 'Name must be at least 2 characters long' }],
    [{ name: 'W'.repeat(200) }, { name: 'Invalid value' }],
    [{ email: ' ' }, { email: 'Email is required' }],
    [{ email: 'wan@jiku@example.com' }, { email: 'Please enter a valid email address' }],
    [{ email: 'a@b.c\nBcc:x@y.z' }, { email: 'Please enter a valid email address' }],
    [{ phone: '' }, { phone: 'Phone number is required' }],
    [{ phone: '071234567' }, { phone: 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)' }],
    [
      { name: 'W', email: 'x', phone: '7' },
      {
        name: 'Name must be at least 2 characters long',
        email: 'Please enter a valid email address',
        phone: 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)',
      },
    ],
  ])('Q11: rejects %j under its field and saves nothing', async (change, fields) => {
    const browser = await customer(world());
    const before = await world().rows(users);
    const answer = await save(browser, { address: { ...ADDRESS, city: 'Nakuru' }, ...change });
    expect(answer).toMatchObject({ status: 400, body: { success: false, fields } });
    expect(Object.keys(answer.body.fields ?? {})).toEqual(Object.keys(fields));
    expect(await world().rows(users)).toEqual(before);
    expect(await world().rows(jobs)).toEqual([]);
  });

  test.each(['0712345678', '254712345678', '+254712345678', '+254 (712) 345-678', ' 0712 345 678 '])(
    'Q8: %j is the same phone and starts no change',
    async (phone) => {
      const browser = await customer(world());
      expect((await save(browser, { phone, email: ' WANJIKU@Example.com ' })).body.data?.pending).toEqual([]);
      expect(await world().rows(phoneChanges)).toEqual([]);
    },
  );

  test('Q11: accepts an unchanged stored phone that the current rules would reject', async () => {
    const browser = await customer(world());
    await world().db.sql.update(users).set({ phone: '14155550100' });
    expect((await save(browser, { phone: '14155550100' })).body.data?.pending).toEqual([]);
  });

  test('H15: rejects an e-mail and a phone of other accounts under their fields, and saves nothing', async () => {
    const browser = await customer(world());
    await stranger(world());
    const taken = { email: 'STRANGER@example.com', phone: '+254733000111', name: 'Other' };
    expect(await save(browser, taken)).toMatchObject({
      status: 400,
      body: { fields: { email: IN_USE, phone: PHONE_IN_USE } },
    });
    expect((await readUser(world(), FORM.email))?.name).toBe(FORM.name);
    expect(await world().rows(jobs)).toEqual([]);
  });

  test.each([
    { userId: 'x' },
    { _id: 'x' },
    { role: 'owner' },
    { isAdmin: true },
    { phoneVerifiedAt: '2020-01-01' },
    { passwordHash: 'x' },
    { avatar: 'https://evil.example/x.png' },
    { addresses: [] },
    { address: { ...ADDRESS, userId: 'x' } },
  ])('R25, EverShop CVE-2026-72843: rejects %j', async (extra) => {
    const browser = await customer(world());
    const before = await world().rows(users);
    expect((await save(browser, extra)).status).toBe(400);
    expect(await world().rows(users)).toEqual(before);
  });

  test('D14: returns 401 without a token, and changes no other account', async () => {
    await customer(world());
    expect((await save(world().browser())).status).toBe(401);
    const other = await stranger(world());
    await save(other, { name: 'Other', email: 'stranger@example.com', phone: '0733000111' });
    expect((await readUser(world(), FORM.email))?.name).toBe(FORM.name);
  });

  test('H15: limits a shopper to ten changes of phone or e-mail an hour, and to five links', async () => {
    const browser = await customer(world());
    world().align(HOUR);
    for (let n = 0; n < 5; n += 1) expect((await save(browser, { email: `n${n}@example.com` })).status).toBe(200);
    const sixth = await save(browser, { email: 'n6@example.com', name: 'Half' });
    expect(sixth).toMatchObject({ status: 429, body: { message: 'Please try again in 60 minutes.' } });
    expect((await readUser(world(), FORM.email))?.name).toBe(FORM.name);
    for (let n = 0; n < 4; n += 1) expect((await save(browser, { phone: `072200000${n}` })).status).toBe(200);
    expect((await save(browser, { phone: '0722000009' })).status).toBe(429);
    expect((await save(browser)).status).toBe(200);
  });
});
