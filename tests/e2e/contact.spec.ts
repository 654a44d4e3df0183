import { expect, test } from './support/test.ts';

test('A22: a message from the contact page arrives in the shop’s mailbox @phone @core', async ({
  page,
  shop,
  expectAccessible,
}) => {
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await expect(page.getByText('Message is required')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Your name').fill('Wanjiku');
  await page.getByLabel('Email', { exact: true }).fill('wanjiku@example.com');
  await page.getByLabel('Message', { exact: true }).fill('Do you repair phones?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Thank you. Your message was sent' })).toBeVisible();
  const mail = await shop.mail('support@duka.test', 'Message from Wanjiku');
  expect(mail).toMatchObject({
    replyTo: 'wanjiku@example.com',
    text: expect.stringContaining('Do you repair phones?'),
  });
});
