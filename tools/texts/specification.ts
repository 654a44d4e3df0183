import { readFileSync } from 'node:fs';
import { findQuotedTexts, parseTableRows, parseSections } from 'model-testing/texts/quoted-texts';
import type { QuotedText } from 'model-testing/texts/quoted-texts';

/** The specification as data: its texts (§5, §8) and its constants (§9). */

// Relative to the root of the project, where scripts and tests start.
const PAGE = 'docs/specification.md';
const LIST = 'docs/texts.md';

/** The server's message in all models (model-testing.config.ts): where it is shown, any message of the server is. */
export const SERVERS_WORDS = 'The server says no.';

export function specifiedTexts(): QuotedText[] {
  return findQuotedTexts(readFileSync(PAGE, 'utf8'), (heading) => /^§[58] /.test(heading));
}

export interface SpecifiedConstant {
  /** Name from the table, without the rulings beside it. */
  readonly what: string;
  readonly value: string;
  readonly unit: string;
}

/** Returns the rows of §9's table in order. */
export function specifiedConstants(): SpecifiedConstant[] {
  const [section] = parseSections(readFileSync(PAGE, 'utf8')).filter(({ heading }) => heading === '§9 Constants');
  return parseTableRows(section?.body ?? '').map(([what = '', value = '', unit = '']) => ({
    what: what.replace(/ \([^)]*\[[^)]*\)/g, ''),
    value,
    unit,
  }));
}

/** A text listed in docs/texts.md: nothing shows it, or no page of the shop does. */
export interface ListedText extends QuotedText {
  readonly ruling: string;
  readonly why: string;
}

/** Texts that nothing shows. */
export const removedTexts = (): ListedText[] => listedUnder('Texts without a case');

/** Texts that a flow shows in isolation, but no page of the shop (A61). */
export const unmetTexts = (): ListedText[] => listedUnder('Texts that never appear in the shop');

function listedUnder(title: string): ListedText[] {
  return parseSections(readFileSync(LIST, 'utf8'))
    .filter(({ heading }) => heading === title)
    .flatMap(({ body }) => parseTableRows(body))
    .map(([section = '', text = '', ruling = '', why = '']) => ({
      section,
      text: text.replace(/^'|'$/g, ''),
      ruling,
      why,
    }));
}

/** Flows of each section. A text in two sections is shown for each of them. */
export const FLOWS: Readonly<Record<string, readonly string[]>> = {
  '§5 Review': ['reviews'],
  '§5 Checkout': ['checkout', 'delivery'],
  '§5 M-Pesa phone': ['purchase', 'mpesa-payment', 'order-tracking'],
  '§5 Phone': ['sign-up', 'google-sign-in', 'profile-form'],
  '§5 OTP': ['phone-verification'],
  '§5 Login': ['login'],
  '§5 Signup': ['sign-up'],
  '§5 Reset password': ['reset-password'],
  '§5 Change password': ['change-password'],
  '§5 Address save': ['address-book'],
  '§8 Login': ['login'],
  '§8 Registration': ['sign-up'],
  '§8 Google': ['google-sign-in'],
  '§8 Profile load': ['session', 'profile', 'order-history', 'checkout', 'sign-up'],
  '§8 Profile update': ['profile-form'],
  '§8 Password change': ['change-password'],
  '§8 Address': ['address-book'],
  '§8 Reset': ['reset-password', 'forgot-password'],
  '§8 Categories': ['category-nav'],
  '§8 Banners': ['home-section'],
  '§8 Flash deals': ['home-section'],
  '§8 Brands': ['home-section'],
  '§8 Popular': ['home-section'],
  '§8 Featured': ['home-section'],
  '§8 New arrivals': ['home-section'],
  '§8 Products': ['product-list', 'price-filter', 'filters'],
  '§8 Product fetch': ['product-detail'],
  '§8 Reviews': ['reviews'],
  '§8 Checkout': ['checkout', 'purchase', 'order-placement', 'mpesa-payment', 'delivery'],
  '§8 OTP': ['phone-verification', 'google-sign-in', 'sign-up'],
  '§8 Tracking': ['order-tracking'],
};

/** Returns the texts to find in a flow: those of its sections, and the server's message in the models. */
export function getTexts(flow: string): string[] {
  const mine = specifiedTexts().filter(({ section }) => FLOWS[section]?.includes(flow) === true);
  return mine.length === 0 ? [] : [...new Set([...mine.map(({ text }) => text), SERVERS_WORDS])];
}
