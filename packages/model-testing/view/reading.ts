import { queryAllByRole } from '@testing-library/dom';

/** Container roles: their content is indented below them. */
const PLACES = [
  'alert',
  'article',
  'banner',
  'contentinfo',
  'dialog',
  'form',
  'group',
  'list',
  'listbox',
  'main',
  'navigation',
  'region',
  'search',
  'status',
  'tablist',
  'tabpanel',
  'timer',
];
/** Roles on a single line. */
const LINES = [
  'button',
  'checkbox',
  'combobox',
  'heading',
  'img',
  'link',
  'option',
  'radio',
  'searchbox',
  'slider',
  'tab',
  'textbox',
];
const INLINE = new Set(['A', 'B', 'EM', 'S', 'SMALL', 'SPAN', 'STRONG', 'OUTPUT']);
const NOT_READ = new Set(['SCRIPT', 'STYLE', 'LINK', 'META', 'TITLE', 'svg', 'SVG', 'SOURCE']);

interface NamedElement {
  readonly role: string;
  readonly name: string;
}

/**
 * Returns everything that a page says, in page order: texts, and every control, heading, landmark and message with its
 * accessible name, the field's own name in brackets, its link target, its condition, and its description. Visible text
 * that is not announced starts with `~`. The line of an element ends with the result of `beside`.
 */
export function readAloud(element: HTMLElement, beside: (one: HTMLElement) => string = () => ''): string {
  const named = getNames(element);
  const lines: string[] = [];
  let text = '';
  const flush = (depth: number) => {
    const line = text.replace(/\s+/g, ' ').trim();
    if (line !== '') lines.push(`${'  '.repeat(depth)}${line}`);
    text = '';
  };
  const visit = (node: Node, depth: number) => {
    if (node.nodeType === 3) text += node.textContent ?? '';
    if (node.nodeType !== 1) return;
    const one = node as HTMLElement;
    if (NOT_READ.has(one.tagName) || one.hidden) return;
    // Pictures without a text are visible too.
    if (one.tagName === 'IMG') {
      flush(depth);
      lines.push(`${'  '.repeat(depth)}img "${one.getAttribute('alt') ?? ''}" of ${one.getAttribute('src') ?? ''}`);
      return;
    }
    // These words name a control or a group.
    if (one.tagName === 'LEGEND') return;
    if (one.tagName === 'LABEL' && one.querySelector('a') === null)
      return one.childNodes.forEach((child) => visitInside(child, depth));
    const found = named.get(one);
    const line = found === undefined ? null : `${'  '.repeat(depth)}${formatLine(one, found)}${beside(one)}`;
    if (one.getAttribute('aria-hidden') === 'true') {
      const seen = (one.textContent ?? '').replace(/\s+/g, ' ').trim();
      if (seen === '') return;
      flush(depth);
      lines.push(`${'  '.repeat(depth)}~ ${seen}`);
    } else if (found !== undefined && line !== null && LINES.includes(found.role)) {
      flush(depth);
      lines.push(line);
      // Content that a control shows beside its name.
      if (one.querySelector('[aria-hidden="true"], a, img') !== null)
        for (const child of one.childNodes) visitInside(child, depth + 1);
    } else if (line !== null) {
      flush(depth);
      lines.push(line);
      for (const child of one.childNodes) visit(child, depth + 1);
      flush(depth + 1);
    } else {
      const isInline = INLINE.has(one.tagName);
      if (!isInline) flush(depth);
      for (const child of one.childNodes) visit(child, depth);
      if (!isInline) flush(depth);
    }
  };
  /** The words of a control are its name; only additional content is listed below it. */
  const visitInside = (node: Node, depth: number) => {
    if (node.nodeType !== 1) return;
    const one = node as HTMLElement;
    if (named.has(one) || one.tagName === 'IMG' || one.getAttribute('aria-hidden') === 'true') visit(one, depth);
    else for (const child of one.childNodes) visitInside(child, depth);
  };
  visit(element, 0);
  flush(0);
  return lines.join('\n');
}

/** Returns role and accessible name of every element with a role. */
function getNames(element: HTMLElement): Map<Element, NamedElement> {
  const named = new Map<Element, NamedElement>();
  for (const role of [...PLACES, ...LINES]) {
    queryAllByRole(element, role, {
      hidden: true,
      name: (name, one) => {
        // The library computes no name for a dialog that is not open yet.
        const title = one.ownerDocument.getElementById(one.getAttribute('aria-labelledby') ?? '');
        named.set(one, { role, name: name === '' ? (title?.textContent ?? '') : name });
        return false;
      },
    });
  }
  // A password field has no role; browsers treat it as a textbox.
  for (const one of element.querySelectorAll<HTMLInputElement>('input[type="password"]'))
    named.set(one, { role: 'textbox', name: one.labels?.[0]?.textContent ?? '' });
  return named;
}

function formatLine(one: HTMLElement, { role, name }: NamedElement): string {
  const parts = [role === 'heading' ? `heading ${getLevel(one)}` : role];
  if (name !== '' && !/^(?:alert|status|article)$/.test(role)) parts.push(`"${name.replace(/\s+/g, ' ').trim()}"`);
  const native = one as HTMLInputElement;
  if (role === 'combobox' && one instanceof HTMLSelectElement) parts.push(formatOptions(one));
  else if (/^(?:textbox|searchbox|combobox|slider)$/.test(role)) parts.push(`= '${native.value}'`);
  if (native.name !== undefined && native.name !== '') parts.push(`[${native.name}]`);
  const href = one.getAttribute('href');
  if (href !== null) parts.push(`-> ${href}`);
  const how = getConditions(one);
  if (how.length > 0) parts.push(`(${how.join(', ')})`);
  const description = getDescription(one);
  if (description !== '') parts.push(`: ${description}`);
  return parts.join(' ');
}

/** `= 'Jazz' of Jazz, Blues`: the selected option, and all options; many are only counted. */
function formatOptions(select: HTMLElement): string {
  const all = [...select.querySelectorAll('option')];
  const chosen = all.find((option) => option.hasAttribute('selected'));
  const labels = all.filter((option) => !option.hidden).map(({ textContent }) => textContent ?? '');
  return `= '${chosen?.textContent ?? ''}' of ${labels.length > 9 ? labels.length : labels.join(', ')}`;
}

function getLevel({ tagName }: Element): string {
  return /^H(\d)$/.exec(tagName)?.[1] ?? '?';
}

/** Returns the conditions of a control in words. */
function getConditions(one: HTMLElement): string[] {
  const native = one as HTMLInputElement;
  const is = (attribute: string, value = 'true') => one.getAttribute(attribute) === value;
  const conditions: readonly (readonly [boolean, string])[] = [
    [/^(?:email|password|tel)$/.test(native.type), native.type],
    [native.disabled === true, 'disabled'],
    [is('aria-disabled'), 'off'],
    [is('aria-busy'), 'busy'],
    [native.readOnly === true, 'read only'],
    [native.required === true, 'required'],
    [is('aria-invalid'), 'invalid'],
    [native.checked === true, 'checked'],
    [is('aria-selected'), 'selected'],
    [is('aria-pressed'), 'pressed'],
    [is('aria-pressed', 'false'), 'not pressed'],
    [is('aria-expanded'), 'open'],
    [is('aria-expanded', 'false'), 'closed'],
    [is('aria-current', 'page'), 'this page'],
    [native.type === 'submit', 'submits'],
    [is('target', '_blank'), 'in a new tab'],
  ];
  return conditions.flatMap(([holds, words]) => (holds ? [words] : []));
}

function getDescription(one: HTMLElement): string {
  const ids = (one.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== '');
  return ids
    .map((id) => one.ownerDocument.getElementById(id)?.textContent ?? `nothing is called ${id}`)
    .join('; ')
    .replace(/\s+/g, ' ')
    .trim();
}
