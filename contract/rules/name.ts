import { cleanLine, isBlank } from './clean-text.ts';

/** The text under a name, or null (§5 Signup, Q11). */
export function nameError(name: string): string | null {
  if (isBlank(name)) return 'Full name is required';
  return cleanLine(name).length < 2 ? 'Name must be at least 2 characters long' : null;
}
