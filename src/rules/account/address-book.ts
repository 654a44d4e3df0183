import type { SavedAddress, User } from '../../../contract/user.ts';
import { cleanLine, isBlank } from '../../../contract/rules/clean-text.ts';
import { formatPhone, phoneError, stripPhone } from '../../../contract/rules/phone.ts';
import type { Problem } from '../failure.ts';

/** A saved address without its id, which the server assigns. */
export type AddressFields = Omit<SavedAddress, '_id'>;

/** Fields of the address dialog that can be marked as wrong. */
export type AddressField = Exclude<keyof AddressFields, 'isDefault'>;

/** Error text by field; empty when the form shows the error in one place (§5). */
export type AddressErrors = Readonly<Partial<Record<AddressField, string>>>;

/** A success or failure message that is shown for some seconds. */
export interface AddressMessage {
  readonly isGood: boolean;
  /** Whether it concerns the open dialog instead of the list. */
  readonly isInDialog: boolean;
  readonly problem: Problem;
}

/** Types of an address (§9). */
export const ADDRESS_TYPES = ['Home', 'Work', 'Other'] as const satisfies readonly SavedAddress['type'][];

/** Countries of saved addresses. Home delivery reaches Kenya only (A32). */
export const ADDRESS_COUNTRIES = ['Kenya', 'Uganda', 'Tanzania'] as const;

/** Maximum lengths that the server accepts. Characters. */
export const ADDRESS_MOST = { name: 120, address: 300, city: 120, postalCode: 20, phone: 40 } as const;

/** Initial values of the dialog for a new address. */
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

/** Returns the fields of a saved address that are sent. */
export function toAddressFields({ _id, ...fields }: SavedAddress): AddressFields {
  return fields;
}

/** Returns the initial values of the dialog for a saved address. */
export function toAddressDraft(saved: SavedAddress): AddressFields {
  return { ...toAddressFields(saved), phone: formatPhone(saved.phone) };
}

/** Returns the draft with one field changed. An unknown address type changes nothing. */
export function withField(draft: AddressFields, field: AddressField, value: string): AddressFields {
  if (field !== 'type') return { ...draft, [field]: value };
  return { ...draft, type: ADDRESS_TYPES.find((type) => type === value) ?? draft.type };
}

/** Returns the required fields that are blank, in form order (§5 Address save). */
export function missingFields(draft: AddressFields): readonly AddressField[] {
  return (['name', 'address', 'city', 'country'] as const).filter((field) => isBlank(draft[field]));
}

/** Returns the error of the optional phone, or `null` (§5 Phone). */
export function addressPhoneError({ phone }: AddressFields): string | null {
  return isBlank(phone) ? null : phoneError(phone);
}

/**
 * Converts the draft to the address that is sent: trimmed, and with the profile's phone when it has none (§5 Address
 * save).
 */
export function toAddressPayload(draft: AddressFields, { phone }: Pick<User, 'phone'>): AddressFields {
  return {
    ...draft,
    name: cleanLine(draft.name),
    address: cleanLine(draft.address),
    city: cleanLine(draft.city),
    country: cleanLine(draft.country),
    postalCode: cleanLine(draft.postalCode),
    phone: isBlank(draft.phone) ? (phone ?? '') : stripPhone(draft.phone),
  };
}

/** Returns the server's field errors for fields that the dialog has (H15). */
export function pickAddressErrors(fields: Readonly<Record<string, string>>): AddressErrors {
  const known = Object.keys(NEW_ADDRESS).filter((field) => field !== 'isDefault');
  return Object.fromEntries(Object.entries(fields).filter(([field]) => known.includes(field)));
}

/** Returns a short label that identifies an address, e.g. for a button. */
export function formatShortAddress({ type, address }: Pick<SavedAddress, 'type' | 'address'>): string {
  return `${type}, ${address}`;
}
