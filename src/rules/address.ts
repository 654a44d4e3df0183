/** What tells two delivery addresses apart (A27). */
export interface AddressIdentity {
  readonly name: string;
  readonly address: string;
  readonly city: string;
  readonly phone: string;
}

/** Equal when name, address, city and phone agree, trimmed and case-folded (A27). */
export function isSameAddress(one: AddressIdentity, other: AddressIdentity): boolean {
  return (['name', 'address', 'city', 'phone'] as const).every((field) => folded(one[field]) === folded(other[field]));
}

function folded(value: string): string {
  return value.trim().toLowerCase();
}
