import list from './common-passwords.json' with { type: 'json' };

/** The 1000 commonest of at least 6 characters, from zxcvbn's frequency list (MIT). */
const COMMON = new Set(list);

/** For owners who switch the block-list on; it is off, so that every password the specification allows is taken (A17). */
export function isCommonPassword(password: string): boolean {
  return COMMON.has(password.toLowerCase());
}
