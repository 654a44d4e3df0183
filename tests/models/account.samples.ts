import type { User } from '../../contract/user.ts';
import type { Credentials } from '../../src/machines/session.machine.ts';
import type { Page } from '../../model-testing/model/page.ts';

/** The shopper of the account tables. */
export const wanjiku: User = {
  _id: 'u1',
  name: 'Wanjiku',
  email: 'wanjiku@example.com',
  phone: '254712345678',
  avatar: null,
  address: null,
  addresses: [],
};

export const otieno: User = { ...wanjiku, _id: 'u2', name: 'Otieno', email: 'otieno@example.com' };

export const credentials: Credentials = { token: 'T', user: wanjiku };

/** What verify answers to the right code. */
export const verification = { verified: true, msisdn: '254712345678' };

/** The control with this `name`. */
export function fieldNamed({ element }: Page, name: string): HTMLInputElement {
  const field = element.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (field === null) throw new Error(`no field called ${name}`);
  return field;
}
