import { cleanText } from '../../../contract/rules/clean-text.ts';
import { cleanCell } from '../../modules/catalogue/product-text.rules.ts';

/** What the cells of a foreign table mean. */

/** How the amounts of a table are written. */
export interface Amounts {
  /** The decimal mark; null: each amount says it itself. */
  readonly decimal: 'point' | 'comma' | null;
  /** Whether the prices are converted to shillings, so that they may have another currency's sign. */
  readonly isConverted: boolean;
}

type Amount = { readonly amount: number } | { readonly reason: string };

/** Ksh12,500 as well as K.Sh. 12,500, 12,500/= and 12,500 bob. */
const SHILLINGS =
  /^(?:k\.?(?:es|shs?)|shs?)(?![a-z])[.:]?\s*|\s*(?:(?<![a-z])(?:k\.?(?:es|shs?)|shs?|bob)\.?|\/[=-]|[=]|-)$/giu;
const CURRENCY = /^(?:\p{Sc}|[a-z]{2,3}\p{Sc}|[a-z]{3}(?![a-z]))\s*|\s*(?:\p{Sc}|(?<![a-z])[a-z]{3})$/giu;
const GROUP_SPACE = /(?<=\d)[ '’](?=\d{3}(?:\D|$))/g;

/** Parses a price like 1234.5, 1,234.50, 1.234,50 or KSh 1,234; says why when it is none. */
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
  const number = [decimal !== 'comma' && withPoint(plain), decimal !== 'point' && withComma(plain, decimal)].find(
    (one) => typeof one === 'number',
  );
  return typeof number === 'number' ? { amount: number } : { reason: `'${shown}' is no amount like 1234.50` };
}

function withPoint(text: string): number | null {
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text;
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Without a chosen mark, a comma before three digits groups them. */
function withComma(text: string, decimal: Amounts['decimal']): number | null {
  const plain = /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(text) ? text.replaceAll('.', '') : text;
  const pattern = decimal === 'comma' ? /^\d+(?:,\d+)?$/ : /^\d+,\d{1,2}$|^\d{4,}$/;
  return pattern.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** Parses a number of pieces, e.g. 7, 1,200 or 3.0000; null when it is none. Less than nothing is 0. */
export function parseCount(cell: string): number | null {
  const text = cleanCell(cell).normalize('NFKC').replace(GROUP_SPACE, '');
  const plain = /^-?\d{1,3}(?:,\d{3})+$|^-?\d{1,3}(?:\.\d{3})+$/.test(text) ? text.replace(/[.,]/g, '') : text;
  return /^-?\d+(?:[.,]\d+)?$/.test(plain) ? Math.max(0, Math.floor(Number(plain.replace(',', '.')))) : null;
}

/** A yes or no in any of the ways that shops write it; `otherwise` where nothing is written. */
export function isYes(text: string, otherwise: boolean): boolean {
  return text === '' ? otherwise : /^(?:1|true|yes|y|active)$/i.test(text);
}

/** The parts of a list with commas, in which a comma of a part is written as `\,`. */
export function listOf(text: string): string[] {
  return partsOf(text.split(/(?<!\\),/));
}

/** The addresses of a list with commas. An address may have commas itself; the next one begins with its protocol. */
export function picturesOf(text: string): string[] {
  return partsOf(
    /https?:\/\//i.test(text) ? text.split(/(?<!\\)[,;|\s]+(?=https?:\/\/)|(?<!\\),\s+/i) : text.split(/(?<!\\),/),
  );
}

/** The categories of a path like `Home > Kitchen`, the widest first. */
export function pathOf(text: string): string[] {
  return partsOf(cleanCell(text).split('>'));
}

function partsOf(parts: readonly string[]): string[] {
  return parts.map((part) => cleanText(part.replaceAll('\\,', ','))).filter((part) => part !== '');
}
