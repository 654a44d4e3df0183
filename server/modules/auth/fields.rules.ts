import { Refusal } from '../../refusal.ts';
import { CHECK_FIELDS } from './texts.rules.ts';

/** Throws Refusal `invalid` with the messages of the fields that have one (H15). */
export function refuseFields(messages: Readonly<Record<string, string | null>>): void {
  const fields = Object.fromEntries(
    Object.entries(messages).flatMap(([name, message]) => (message === null ? [] : [[name, message]])),
  );
  if (Object.keys(fields).length > 0) throw new Refusal('invalid', CHECK_FIELDS, { fields });
}

/** The same for one field, whose message is said for the whole too; null refuses nothing. */
export function refuseField(name: string, message: string | null): void {
  if (message !== null) throw new Refusal('invalid', message, { fields: { [name]: message } });
}
