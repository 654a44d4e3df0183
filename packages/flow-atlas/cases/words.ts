import { nameReferences } from 'model-testing/model/explore';
import type { Act } from 'model-testing/view/act';

export { capitalise, formatDuration, humanise, withFullStop } from './plain-words.ts';

/**
 * Describes an action as an instruction: `type 'a@b.c' into the field 'Email'`. A name that is a pattern becomes the text
 * of the page that it matches.
 */
export function describeAct(
  { do: what, role, name, value = '', within, leave }: Act,
  page: readonly string[] = [],
): string {
  const place = within === undefined ? '' : ` in the ${roleName(within.role)} ${quoteName(within.name, page)}`;
  const control = `the ${roleName(role)} ${quoteName(name, page)}${place}`;
  if (what === 'press') return `press ${control}`;
  if (what === 'key') return `press the key ${value} on ${control}`;
  if (what === 'select') return `select '${value}' in ${control}`;
  const typed = value === '' ? `empty ${control}` : `type '${value}' into ${control}`;
  // Nothing happens before the field is left.
  return leave === true ? `${typed}, and leave it with Tab` : typed;
}

/** Describes the control after it: `The field 'Email' holds 'a@b.c'.` */
export function describeValue({ role, name, value = '', within }: Act): string {
  const place = within === undefined ? '' : ` in the ${roleName(within.role)} ${quoteName(within.name, [])}`;
  return `The ${roleName(role)} ${quoteName(name, [])}${place} ${value === '' ? 'is empty' : `holds '${value}'`}.`;
}

const ROLES: Readonly<Record<string, string>> = {
  textbox: 'field',
  searchbox: 'search field',
  combobox: 'list',
  spinbutton: 'number field',
  radio: 'choice',
  checkbox: 'box',
};

function roleName(role: string): string {
  return ROLES[role] ?? role;
}

/** A pattern becomes the text of the page that it matches, else its beginning. */
function quoteName(name: string | RegExp, page: readonly string[]): string {
  if (typeof name === 'string') return `'${name}'`;
  const found = page.find((text) => name.test(text));
  const text = name.source
    .replace(/^\^|\$$/g, '')
    .replace(/\((?:\?:)?([^|)]*)[^)]*\)/g, '$1')
    .replace(/\\(.)/g, '$1')
    .replace(/[\s(]+$/, '');
  return `'${found ?? text}'`;
}

const LONGEST = 160;

/** Formats a value briefly: `{email: 'a@b.c', items: []}`; empty for nothing. */
export function formatValue(value: unknown): string {
  const plain: unknown = value === undefined ? undefined : JSON.parse(JSON.stringify(value, nameReferences) ?? 'null');
  const isEmpty = typeof plain === 'object' && plain !== null && Object.keys(plain).length === 0;
  const text = isEmpty ? '' : literal(plain);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function literal(value: unknown): string {
  if (value === undefined || value === null) return value === null ? 'null' : '';
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const fields = Object.entries(value).map(([name, one]) => `${name}: ${literal(one)}`);
  return `{${fields.join(', ')}}`;
}
