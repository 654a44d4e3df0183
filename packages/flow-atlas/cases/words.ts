import { nameReferences } from 'model-testing/model/explore';
import type { Act } from 'model-testing/view/act';

export { capitalise, formatDuration, humanise } from './plain-words.ts';

/** Describes an action: `types 'a@b.c' into the field 'Email'`. */
export function describeAct({ do: what, role, name, value = '', within }: Act): string {
  const place = within === undefined ? '' : ` in the ${roleName(within.role)} ${quoteName(within.name)}`;
  const control = `the ${roleName(role)} ${quoteName(name)}${place}`;
  if (what === 'press') return `presses ${control}`;
  if (what === 'key') return `presses the key ${value} on ${control}`;
  if (what === 'select') return `selects '${value}' in ${control}`;
  return value === '' ? `empties ${control}` : `types '${value}' into ${control}`;
}

/** Describes the control after it: `The field 'Email' holds 'a@b.c'.` */
export function describeValue({ role, name, value = '', within }: Act): string {
  const place = within === undefined ? '' : ` in the ${roleName(within.role)} ${quoteName(within.name)}`;
  return `The ${roleName(role)} ${quoteName(name)}${place} ${value === '' ? 'is empty' : `holds '${value}'`}.`;
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

/** A name given as an open pattern ends with an ellipsis. */
function quoteName(name: string | RegExp): string {
  if (typeof name === 'string') return `'${name}'`;
  const { source } = name;
  const text = source.replace(/^\^|\$$/g, '').replace(/\\(.)/g, '$1');
  return `'${text}${source.endsWith('$') ? '' : '…'}'`;
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
