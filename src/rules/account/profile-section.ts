import { getQueryText } from '../address-text.ts';

/** Tabs of the profile (§2 Profile). `logout` opens its dialog over the account tab (A52, Q10). */
export type ProfileSection = 'account' | 'orders' | 'address' | 'logout';

const SECTIONS: readonly ProfileSection[] = ['account', 'orders', 'address', 'logout'];

/** Returns the tab named in the address, or the account tab when it names none or an unknown one. */
export function parseProfileSection(search: string): ProfileSection {
  const asked = getQueryText(search, 'section');
  return SECTIONS.find((section) => section === asked) ?? 'account';
}
