import type { User } from '../../../contract/user.ts';

/** The raw texts of one scope's two storage keys (§3 Auth state). */
export interface StoredSession {
  readonly token: string | null;
  readonly user: string | null;
}

/** Whether the browser holds a session, none, or an unreadable user (A26). */
export type StoredSessionStatus = 'present' | 'missing' | 'unreadable';

export function getStoredSessionStatus({ token, user }: StoredSession): StoredSessionStatus {
  if (token === null || token === '') return 'missing';
  return parseStoredUser(user) === null ? 'unreadable' : 'present';
}

/** The admin scope stores more, but the shop only needs to know that a staff member is logged in (§6). */
export interface StoredStaff {
  readonly _id: string;
}

/** Parses the stored customer, or returns `null`. The storage may hold any text (H10). */
export function parseStoredUser(text: string | null): User | null {
  const value = parseObject(text);
  if (value === null) return null;
  const { _id, name = '', email = '', phone = null, avatar = null, address = null, addresses = [] } = value;
  const isReadable =
    typeof _id === 'string' &&
    _id !== '' &&
    isText(name) &&
    isText(email) &&
    (phone === null || isText(phone)) &&
    (avatar === null || isText(avatar)) &&
    (address === null || isTextRecord(address)) &&
    Array.isArray(addresses);
  // An unreadable address is dropped alone: the server still has it, and the profile restores it (X82).
  return isReadable
    ? ({ _id, name, email, phone, avatar, address, addresses: addresses.filter(isSavedAddress) } as User)
    : null;
}

export function parseStoredStaff(text: string | null): StoredStaff | null {
  const value = parseObject(text);
  return value !== null && isText(value['_id']) && value['_id'] !== '' ? { _id: value['_id'] } : null;
}

function isSavedAddress(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { isDefault, ...texts } = value;
  return (
    isText(value['_id']) &&
    typeof isDefault === 'boolean' &&
    isTextRecord(texts) &&
    ['type', 'name', 'address', 'city', 'country', 'postalCode', 'phone'].every((field) => field in texts)
  );
}

function parseObject(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTextRecord(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
