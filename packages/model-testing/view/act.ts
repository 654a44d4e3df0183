/**
 * One act of a user as data: an action on a control, identified by role and accessible name. The same act is performed
 * on a rendered view (`Screen`), in a browser, and printed as a step.
 */
export interface Act {
  readonly do: 'press' | 'fill' | 'select' | 'key';
  readonly role: string;
  readonly name: string | RegExp;
  /** The text to fill in, the label of the option to select, or the name of the key. */
  readonly value?: string;
  /** The element that contains the control, e.g. a group of a line or a dialog. */
  readonly within?: { readonly role: string; readonly name: string | RegExp };
  /** For a field that reports its text on blur. */
  readonly leave?: true;
}

type Within = Act['within'];

/** Presses a button, link, tab, radio button or checkbox. */
export function press(role: string, name: string | RegExp, within?: Within): Act {
  return { do: 'press', role, name, ...(within && { within }) };
}

/** Replaces the text of a field. */
export function fill(
  name: string | RegExp,
  value: string,
  more: Pick<Act, 'within' | 'leave'> & { role?: string } = {},
): Act {
  return { do: 'fill', role: 'textbox', name, value, ...more };
}

/** Selects the option with this label. */
export function select(name: string | RegExp, label: string, within?: Within): Act {
  return { do: 'select', role: 'combobox', name, value: label, ...(within && { within }) };
}

/** Presses a key while the focus is on this control or inside it. */
export function key(value: string, role: string, name: string | RegExp): Act {
  return { do: 'key', role, name, value };
}

/** Describes the act: `press the button 'Confirm'`. */
export function sentence({ do: what, role, name, value, within }: Act): string {
  const place = within === undefined ? '' : ` in the ${within.role} ${quoted(within.name)}`;
  const control = `the ${role} ${quoted(name)}${place}`;
  if (what === 'press') return `press ${control}`;
  if (what === 'key') return `press ${value} on ${control}`;
  return what === 'fill'
    ? `type ${quoted(value ?? '')} into ${control}`
    : `select ${quoted(value ?? '')} in ${control}`;
}

function quoted(name: string | RegExp): string {
  return typeof name === 'string' ? `'${name}'` : String(name);
}
