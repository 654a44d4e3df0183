import type { Msisdn } from '../../../contract/rules/phone.ts';
import { fitsWirePhone, parseWirePhone } from '../../providers/mpesa-values.rules.ts';

/** Returns whether the payer's phone, as M-Pesa wrote it, can be this one. A mask fits many (PAY-C4). */
export function isFromPhone(payer: string | null, phone: Msisdn): boolean {
  const told = parseWirePhone(payer);
  return told !== null && fitsWirePhone(told, phone);
}

/** Returns the payer's phone where M-Pesa wrote all of it, otherwise `null`. */
export function getWholePhone(payer: string | null): Msisdn | null {
  const told = parseWirePhone(payer);
  return told?.kind === 'whole' ? told.phone : null;
}
