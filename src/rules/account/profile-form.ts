import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { nameError } from '../../../contract/rules/name.ts';
import { displayPhone, isSamePhone, phoneError, strippedPhone } from '../../../contract/rules/phone.ts';
import type { User } from '../../../contract/user.ts';
import { failedCall, problemOf } from '../failure.ts';
import type { Problem } from '../failure.ts';
import * as texts from '../../texts/account.ts';

/** What the form on the account tab shows and changes (§2 Profile). Town/Estate is the `state` of an address (A31). */
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

/** As it is sent. */
export interface ProfileChange extends Pick<ProfileFields, 'name' | 'email' | 'phone'> {
  readonly address: {
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zipCode: string;
    readonly country: string;
  };
}

/** The fields that a text can stand under. */
const CHECKED = ['name', 'email', 'phone'] as const;

export type ProfileErrors = Readonly<Partial<Record<(typeof CHECKED)[number], string>>>;

/** What waits for its confirmation, as it was sent (D22); null where nothing does. */
export interface PendingContact {
  readonly phone: string | null;
  readonly email: string | null;
}

/** What may wait after a save. */
export type PendingField = keyof PendingContact;

/** The most characters that the server takes. */
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

/** What the form shows of a shopper. */
export function profileFieldsOf({ name, email, phone, address }: User): ProfileFields {
  const { street = '', city = '', state = '', zipCode = '', country = '' } = address ?? {};
  return { name, email, phone: displayPhone(phone ?? ''), street, city, town: state, zipCode, country };
}

/** The form as it is sent: cleaned, and the phone stripped (Q8). */
export function sentProfile({
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
    phone: strippedPhone(phone),
    address: {
      street: cleanLine(street),
      city: cleanLine(city),
      state: cleanLine(town),
      zipCode: cleanLine(zipCode),
      country: cleanLine(country),
    },
  };
}

/** What is wrong, by field (Q11). */
export function profileErrors({ name, email, phone }: ProfileFields): ProfileErrors {
  return worded({ name: nameError(name), email: emailError(email), phone: phoneError(phone) });
}

/** What the server, or nobody, said to a save or to the confirmation of a phone (§8 Profile update, H15). */
export function profileFailure(error: unknown): {
  readonly fieldErrors: ProfileErrors;
  readonly problem: Problem | null;
} {
  const { kind, status, message, fields } = failedCall(error);
  const fieldErrors = worded(fields);
  if (message === '' && Object.keys(fieldErrors).length > 0) return { fieldErrors, problem: null };
  const isRefused = kind === 'refused' && status < 500;
  return {
    fieldErrors,
    problem: problemOf(error, isRefused ? texts.failedToUpdateProfile : texts.profileUpdateFailed),
  };
}

function worded(texts: Readonly<Record<string, string | null>>): ProfileErrors {
  return Object.fromEntries(
    CHECKED.flatMap((field) => {
      const text = texts[field] ?? null;
      return text === null ? [] : [[field, text]];
    }),
  );
}

/** The form when more is known of the shopper: what was changed in it stays. */
export function followed(draft: ProfileFields, before: User, after: User): ProfileFields {
  const was = profileFieldsOf(before);
  const is = profileFieldsOf(after);
  const fields = Object.keys(draft) as (keyof ProfileFields)[];
  return {
    ...draft,
    ...Object.fromEntries(fields.map((field) => [field, draft[field] === was[field] ? is[field] : draft[field]])),
  };
}

/** What a save left to be confirmed. */
export function pendingAfter(draft: ProfileFields, named: readonly PendingField[]): PendingContact {
  const { phone, email } = sentProfile(draft);
  return { phone: named.includes('phone') ? phone : null, email: named.includes('email') ? email : null };
}

/** What is still to be confirmed, as far as this shopper does not have it already. */
export function stillPending({ phone, email }: PendingContact, user: User): PendingContact {
  return {
    phone: phone !== null && isSamePhone(phone, user.phone ?? '') ? null : phone,
    email: email === user.email ? null : email,
  };
}

/** What is said of what waits (D22), in the order of the form. */
export function pendingTexts({ phone, email }: PendingContact, user: User): readonly string[] {
  const known = displayPhone(user.phone ?? '');
  return [
    ...(email === null ? [] : [texts.emailLinkSent(email, user.email)]),
    ...(phone === null
      ? []
      : [texts.phoneNotConfirmedYet(displayPhone(phone)) + (known === '' ? '' : texts.phoneStaysUntilThen(known))]),
  ];
}

/** What is said when a new phone was not confirmed after all (D22). */
export function keptPhoneText({ phone }: Pick<User, 'phone'>): string {
  const known = displayPhone(phone ?? '');
  return known === '' ? texts.phoneNotChanged : texts.phoneStays(known);
}
