import { cleanLine, isBlank } from './clean-text.ts';
import * as texts from '../texts/account.ts';

/** Returns the error message of a name, or `null` (§5 Signup, Q11). */
export function nameError(name: string): string | null {
  if (isBlank(name)) return texts.fullNameIsRequired;
  return cleanLine(name).length < 2 ? texts.nameTooShort : null;
}
