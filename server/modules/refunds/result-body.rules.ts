import { parseMpesaResult, type MpesaResult } from '../../providers/mpesa-result.rules.ts';

/** Parses a stored body. `null` when it is malformed. */
export function parseResultBody(body: string): MpesaResult | null {
  try {
    return parseMpesaResult(JSON.parse(body));
  } catch {
    return null;
  }
}
