import { HttpError } from '../../http/http-error.ts';
import { CHECK_FIELDS } from './texts.rules.ts';

/** Throws HttpError 400 with the messages of the fields that have one (H15). */
export function refuseFields(messages: Readonly<Record<string, string | null>>): void {
  const fields = Object.fromEntries(
    Object.entries(messages).flatMap(([name, message]) => (message === null ? [] : [[name, message]])),
  );
  if (Object.keys(fields).length > 0) throw new HttpError(400, CHECK_FIELDS, { fields });
}
