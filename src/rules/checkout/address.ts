import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { isSamePhone } from '../../../contract/rules/phone.ts';

/** The fields that distinguish delivery addresses (A27). */
export interface AddressIdentity {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly phone: string;
}

/**
 * Returns whether the phone is the same number, and name, address and city are equal apart from spaces and case (A27).
 */
export function isSameAddress(one: AddressIdentity, other: AddressIdentity): boolean {
  return (
    isSamePhone(one.phone, other.phone) &&
    (['name', 'address', 'city'] as const).every((field) => toComparable(one[field]) === toComparable(other[field]))
  );
}

function toComparable(value: string): string {
  return cleanLine(value).toLowerCase();
}
