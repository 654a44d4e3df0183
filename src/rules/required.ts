/** Returns a value that a guard has checked. Throws when it is missing, which is a bug in the machine. */
export function assertPresent<Value>(value: Value | null): Value {
  if (value === null) throw new Error('A guard has to see this value before it is used.');
  return value;
}
