import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { isSamePhone } from '../../../contract/rules/phone.ts';

/** What tells two delivery addresses apart (A27). */
export interface AddressIdentity {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly phone: string;
}

/** Equal when name, address and city agree, cleaned and case-folded, and the phone is the same number (A27). */
export function isSameAddress(one: AddressIdentity, other: AddressIdentity): boolean {
  return (
    isSamePhone(one.phone, other.phone) &&
    (['name', 'address', 'city'] as const).every((field) => folded(one[field]) === folded(other[field]))
  );
}

function folded(value: string): string {
  return cleanLine(value).toLowerCase();
}
