/** Returns a value that exists, e.g. because a guard has checked it. Throws when it is missing, which is a bug. */
export function assertPresent<Value>(value: Value | null): Value {
  if (value === null) throw new Error('A guard has to see this value before it is used.');
  return value;
}
