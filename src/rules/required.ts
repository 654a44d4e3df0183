/** The value that a guard has seen; throws where it is not there, which is a fault of the machine. */
export function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('A guard has to see this value before it is used.');
  return value;
}
