import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { nameError } from '../../../contract/rules/name.ts';
import { formatPhone, isSamePhone, phoneError, stripPhone } from '../../../contract/rules/phone.ts';
import type { User } from '../../../contract/user.ts';
import { toFailedCall, toProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import * as texts from '../../texts/account.ts';

/** Values of the form on the account tab (§2 Profile). Town/Estate is the `state` of an address (A31). */
export interface ProfileFields {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  readonly town: string;
  readonly zipCode: string;
  readonly country: string;
}

/** The change that is sent to the server. */
export interface ProfileChange extends Pick<ProfileFields, 'name' | 'email' | 'phone'> {
  readonly address: {
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zipCode: string;
    readonly country: string;
  };
}

/** Fields that can show an error. */
const CHECKED = ['name', 'email', 'phone'] as const;

export type ProfileErrors = Readonly<Partial<Record<(typeof CHECKED)[number], string>>>;

/** Sent values that still need confirmation (D22); `null` for none. */
export interface PendingContact {
  readonly phone: string | null;
  readonly email: string | null;
}

/** Fields that may need confirmation after a save. */
export type PendingField = keyof PendingContact;

/** Maximum lengths that the server accepts. Characters. */
export const PROFILE_MOST = {
  name: 120,
  email: 254,
  phone: 40,
  street: 300,
  city: 120,
  town: 120,
  zipCode: 20,
  country: 60,
} as const satisfies Record<keyof ProfileFields, number>;

export const NOTHING_PENDING: PendingContact = { phone: null, email: null };

/** Returns the form values of a shopper. */
export function toProfileFields({ name, email, phone, address }: User): ProfileFields {
  const { street = '', city = '', state = '', zipCode = '', country = '' } = address ?? {};
  return { name, email, phone: formatPhone(phone ?? ''), street, city, town: state, zipCode, country };
}

/** Converts the form to the change that is sent: trimmed, with the phone normalised (Q8). */
export function toProfilePayload({
  name,
  email,
  phone,
  street,
  city,
  town,
  zipCode,
  country,
}: ProfileFields): ProfileChange {
  return {
    name: cleanLine(name),
    email: normaliseEmail(email),
    phone: stripPhone(phone),
    address: {
      street: cleanLine(street),
      city: cleanLine(city),
      state: cleanLine(town),
      zipCode: cleanLine(zipCode),
      country: cleanLine(country),
    },
  };
}

/** Returns the error texts by field (Q11). */
export function profileErrors({ name, email, phone }: ProfileFields): ProfileErrors {
  return withoutEmptyErrors({ name: nameError(name), email: emailError(email), phone: phoneError(phone) });
}

/**
 * Returns the errors of a failed save or a failed phone confirmation, with or without a reply of the server (§8 Profile
 * update, H15).
 */
export function profileFailure(error: unknown): {
  readonly fieldErrors: ProfileErrors;
  readonly problem: Problem | null;
} {
  const { kind, status, message, fields } = toFailedCall(error);
  const fieldErrors = withoutEmptyErrors(fields);
  if (message === '' && Object.keys(fieldErrors).length > 0) return { fieldErrors, problem: null };
  const isRefused = kind === 'refused' && status < 500;
  return {
    fieldErrors,
    problem: toProblem(error, isRefused ? texts.failedToUpdateProfile : texts.profileUpdateFailed),
  };
}

function withoutEmptyErrors(texts: Readonly<Record<string, string | null>>): ProfileErrors {
  return Object.fromEntries(
    CHECKED.flatMap((field) => {
      const text = texts[field] ?? null;
      return text === null ? [] : [[field, text]];
    }),
  );
}

/** Merges newer profile data into the form. Fields that the shopper changed stay. */
export function mergeProfileFields(draft: ProfileFields, before: User, after: User): ProfileFields {
  const was = toProfileFields(before);
  const is = toProfileFields(after);
  const fields = Object.keys(draft) as (keyof ProfileFields)[];
  return {
    ...draft,
    ...Object.fromEntries(fields.map((field) => [field, draft[field] === was[field] ? is[field] : draft[field]])),
  };
}

/** Returns the values that need confirmation after a save. */
export function toPendingContact(draft: ProfileFields, named: readonly PendingField[]): PendingContact {
  const { phone, email } = toProfilePayload(draft);
  return { phone: named.includes('phone') ? phone : null, email: named.includes('email') ? email : null };
}

/** Returns the values that still need confirmation, without those that the shopper has already. */
export function getPendingContact({ phone, email }: PendingContact, user: User): PendingContact {
  return {
    phone: phone !== null && isSamePhone(phone, user.phone ?? '') ? null : phone,
    email: email === user.email ? null : email,
  };
}

/** Returns the notices about pending confirmations (D22), in form order. */
export function pendingTexts({ phone, email }: PendingContact, user: User): readonly string[] {
  const known = formatPhone(user.phone ?? '');
  return [
    ...(email === null ? [] : [texts.emailLinkSent(email, user.email)]),
    ...(phone === null
      ? []
      : [texts.phoneNotConfirmedYet(formatPhone(phone)) + (known === '' ? '' : texts.phoneStaysUntilThen(known))]),
  ];
}

/** Returns the notice for a new phone that was not confirmed (D22). */
export function phoneUnchangedText({ phone }: Pick<User, 'phone'>): string {
  const known = formatPhone(phone ?? '');
  return known === '' ? texts.phoneNotChanged : texts.phoneStays(known);
}
