/** The numbers that each piece of a product needs. */
export type SerialKind = 'serial' | 'imei';

const SERIAL = /^[A-Z0-9][A-Z0-9./:_+-]{2,39}$/;
const IMEI = /^\d{15}$/;

/**
 * Returns a number as it is stored and searched: in capitals, without spaces and invisible characters. An IMEI is digits
 * alone. `null` for what is no number of this kind (OWN-P5).
 */
export function parseSerial(kind: SerialKind, typed: string): string | null {
  const plain = toPlainNumber(typed);
  if (kind === 'serial') return SERIAL.test(plain) ? plain : null;
  const digits = plain.replaceAll(/[-/.]/g, '');
  return IMEI.test(digits) && hasCheckDigit(digits) ? digits : null;
}

/** Returns the spellings of a typed number that may be stored: as a serial number, and as an IMEI. */
export function toSearchedNumbers(typed: string): string[] {
  const plain = toPlainNumber(typed);
  return [...new Set([plain, plain.replaceAll(/[-/.]/g, '')])];
}

function toPlainNumber(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\p{White_Space}\p{C}]/gu, '')
    .toUpperCase();
}

/** Luhn's check, from the right: every second digit counts twice. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
