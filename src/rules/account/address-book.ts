import type { SavedAddress, User } from '../../../contract/user.ts';
import { cleanLine, isBlank } from '../../../contract/rules/clean-text.ts';
import { displayPhone, phoneError, strippedPhone } from '../../../contract/rules/phone.ts';
import type { Problem } from '../failure.ts';

/** A saved address as it is sent: without the id that the server gives it. */
export type AddressFields = Omit<SavedAddress, '_id'>;

/** What the dialog of an address can mark as wrong. */
export type AddressField = Exclude<keyof AddressFields, 'isDefault'>;

/** What is wrong by field; empty where the form says it in one place (§5). */
export type AddressErrors = Readonly<Partial<Record<AddressField, string>>>;

/** What came of something, for some seconds. */
export interface AddressNews {
  readonly isGood: boolean;
  /** About the open dialog, and not about the list. */
  readonly isOfDialog: boolean;
  readonly problem: Problem;
}

/** The types of an address (§9). */
export const ADDRESS_TYPES = ['Home', 'Work', 'Other'] as const satisfies readonly SavedAddress['type'][];

/** The countries that an address may be saved for; home delivery reaches Kenya alone (A32). */
export const ADDRESS_COUNTRIES = ['Kenya', 'Uganda', 'Tanzania'] as const;

/** The most characters that the server takes. */
export const ADDRESS_MOST = { name: 120, address: 300, city: 120, postalCode: 20, phone: 40 } as const;

/** What the dialog of a new address begins with. */
export const NEW_ADDRESS: AddressFields = {
  type: 'Home',
  name: '',
  address: '',
  city: '',
  country: 'Kenya',
  postalCode: '',
  phone: '',
  isDefault: false,
};

/** What is sent of a saved address. */
export function fieldsOf({ _id, ...fields }: SavedAddress): AddressFields {
  return fields;
}

/** What the dialog of a saved address begins with. */
export function draftOf(saved: SavedAddress): AddressFields {
  return { ...fieldsOf(saved), phone: displayPhone(saved.phone) };
}

/** The draft with another value; a type that there is not changes nothing. */
export function withField(draft: AddressFields, field: AddressField, value: string): AddressFields {
  if (field !== 'type') return { ...draft, [field]: value };
  return { ...draft, type: ADDRESS_TYPES.find((type) => type === value) ?? draft.type };
}

/** The required fields that are blank, in the order of the form (§5 Address save). */
export function missingFields(draft: AddressFields): readonly AddressField[] {
  return (['name', 'address', 'city', 'country'] as const).filter((field) => isBlank(draft[field]));
}

/** The text under the phone, which may be left out, or null (§5 Phone). */
export function addressPhoneError({ phone }: AddressFields): string | null {
  return isBlank(phone) ? null : phoneError(phone);
}

/** The draft as it is sent: cleaned, and with the profile's phone where it has none (§5 Address save). */
export function sentAddress(draft: AddressFields, { phone }: Pick<User, 'phone'>): AddressFields {
  return {
    ...draft,
    name: cleanLine(draft.name),
    address: cleanLine(draft.address),
    city: cleanLine(draft.city),
    country: cleanLine(draft.country),
    postalCode: cleanLine(draft.postalCode),
    phone: isBlank(draft.phone) ? (phone ?? '') : strippedPhone(draft.phone),
  };
}

/** The field errors of a refused address; fields that the dialog does not have are left out (H15). */
export function namedErrors(fields: Readonly<Record<string, string>>): AddressErrors {
  const known = Object.keys(NEW_ADDRESS).filter((field) => field !== 'isDefault');
  return Object.fromEntries(Object.entries(fields).filter(([field]) => known.includes(field)));
}

/** Tells one address from the others in a few words, e.g. for the name of a button. */
export function shortAddress({ type, address }: Pick<SavedAddress, 'type' | 'address'>): string {
  return `${type}, ${address}`;
}
