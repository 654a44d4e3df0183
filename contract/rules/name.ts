/** The text under a name, or null (§5 Signup, Q11). */
export function nameError(name: string): string | null {
  if (name.trim() === '') return 'Full name is required';
  return name.trim().length < 2 ? 'Name must be at least 2 characters long' : null;
}
