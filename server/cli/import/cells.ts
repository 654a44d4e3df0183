import { cleanText } from '../../../contract/rules/clean-text.ts';
import { cleanCell } from '../../modules/catalogue/product-text.rules.ts';

/** Parses the cells of foreign tables. */

/** Format of the amounts in a table. */
export interface Amounts {
  /** Decimal mark. `null`: derived from each amount. */
  readonly decimal: 'point' | 'comma' | null;
  /** Whether prices are converted to shillings, so that another currency's sign is allowed. */
  readonly isConverted: boolean;
}

type Amount = { readonly amount: number } | { readonly reason: string };

/** Matches Ksh12,500, K.Sh. 12,500, 12,500/= and 12,500 bob. */
const SHILLINGS =
  /^(?:k\.?(?:es|shs?)|shs?)(?![a-z])[.:]?\s*|\s*(?:(?<![a-z])(?:k\.?(?:es|shs?)|shs?|bob)\.?|\/[=-]|[=]|-)$/giu;
const CURRENCY = /^(?:\p{Sc}|[a-z]{2,3}\p{Sc}|[a-z]{3}(?![a-z]))\s*|\s*(?:\p{Sc}|(?<![a-z])[a-z]{3})$/giu;
const GROUP_SPACE = /(?<=\d)[ '’](?=\d{3}(?:\D|$))/g;

/** Parses a price like 1234.5, 1,234.50, 1.234,50 or KSh 1,234. Returns the reason when it cannot. */
export function parseAmount(cell: string, { decimal, isConverted }: Amounts): Amount {
  const shown = cleanCell(cell).slice(0, 40);
  if (shown === '') return { reason: 'is missing' };
  const inShillings = shown.normalize('NFKC').replace(SHILLINGS, '');
  const bare = inShillings.replace(CURRENCY, '');
  if (bare !== inShillings && !isConverted)
    return { reason: `'${shown}' is in another currency: add --rate with the shillings of one unit` };
  const plain = bare.replace(GROUP_SPACE, '');
  if (/^\d{1,3}\.\d{3}$/.test(plain) && !plain.startsWith('0') && decimal === null)
    return {
      reason: `'${shown}' can mean ${plain.replace('.', '')} or ${Number(plain)}: add --decimal comma or --decimal point`,
    };
  const number = [
    decimal !== 'comma' && parseWithPoint(plain),
    decimal !== 'point' && parseWithComma(plain, decimal),
  ].find((one) => typeof one === 'number');
  return typeof number === 'number' ? { amount: number } : { reason: `'${shown}' is not an amount like 1234.50` };
}

function parseWithPoint(text: string): number | null {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Without a chosen mark, a comma before three digits is a thousands separator. */
function parseWithComma(text: string, decimal: Amounts['decimal']): number | null {
  const plain = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text) ? text.replaceAll('.', '') : text;
  const pattern = decimal === 'comma' ? /^\d+(?:,\d+)?$/ : /^\d+,\d{1,2}$|^\d{4,}$/;
  return pattern.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** Parses a number of items, e.g. 7, 1,200 or 3.0000. `null` when it cannot. Negative numbers become 0. */
export function parseCount(cell: string): number | null {
  const text = cleanCell(cell).normalize('NFKC').replace(GROUP_SPACE, '');
  const plain = /^-?\d{1,3}(?:,\d{3})+$|^-?\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replace(/[.,]/g, '') : text;
  return /^-?\d+(?:[.,]\d+)?$/.test(plain) ? Math.max(0, Math.floor(Number(plain.replace(',', '.')))) : null;
}

/** Parses yes or no in all usual spellings. Returns `otherwise` for an empty text. */
export function isYes(text: string, otherwise: boolean): boolean {
  return text === '' ? otherwise : /^(?:1|true|yes|y|active)$/i.test(text);
}

/** Splits a list at commas, except escaped ones (`\,`). */
export function parseList(text: string): string[] {
  return splitCell(text.split(/(?<!\\),/));
}

/** Splits a list of URLs at commas. A URL may contain commas, so the next one must start with its protocol. */
export function parsePictures(text: string): string[] {
  return splitCell(
    /https?:\/\//i.test(text) ? text.split(/(?<!\\)[,;|\s]+(?=https?:\/\/)|(?<!\\),\s+/i) : text.split(/(?<!\\),/),
  );
}

/** Splits a category path like `Home > Kitchen`, widest first. */
export function parsePath(text: string): string[] {
  return splitCell(cleanCell(text).split('>'));
}

function splitCell(parts: readonly string[]): string[] {
  return parts.map((part) => cleanText(part.replaceAll('\\,', ','))).filter((part) => part !== '');
}
