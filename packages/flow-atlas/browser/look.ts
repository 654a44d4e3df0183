import { findSimilar, listQuoted } from './failure.ts';
import type { Finding } from './failure.ts';

/**
 * The visible content of a page, or of a part of it. The code runs in the page and on rendered HTML, and a spec
 * includes it unchanged.
 */
export interface Look {
  /** Each piece of text between two tags, with repetitions. */
  readonly texts: readonly string[];
  /** The whole text of each element that has more than one piece. */
  readonly wholes: readonly string[];
  /** Targets of the links: `link 'Album' to /albums/{id}`. */
  readonly links: readonly string[];
  /** `button 'Login'`, `textbox 'Email' = 'a@b.c'`, `checkbox 'Remember me' (ticked, off)`. */
  readonly controls: readonly string[];
  /** Texts of alerts and status regions; on a page, those in its main part. */
  readonly messages: readonly string[];
}

/**
 * Reads the visible content of an element. Uses no outer variables, because the browser receives the function as text.
 * `visit` receives each text and control with its element.
 */
export function readLook(root: Element, visit: (piece: string, element: Element) => void = () => undefined): Look {
  const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim();
  const isSeen = (element: Element) =>
    element.closest(
      '[hidden], title, template, script, style, noscript, option, details:not([open]) > :not(summary)',
    ) === null &&
    (!root.isConnected || element.checkVisibility({ visibilityProperty: true }));
  const getName = (element: Element): string => {
    const words = (part: Element): string =>
      part.getAttribute('aria-hidden') === 'true'
        ? ''
        : (part.getAttribute('aria-label') ??
          (part.tagName === 'IMG'
            ? (part.getAttribute('alt') ?? '')
            : [...part.childNodes]
                .map((node) =>
                  node.nodeType === 3 ? (node.textContent ?? '') : node.nodeType === 1 ? words(node as Element) : '',
                )
                .join(' ')));
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter((id) => id !== '');
    const id = element.getAttribute('id') ?? '';
    const isField = ['INPUT', 'SELECT', 'TEXTAREA'].includes(element.tagName);
    const label = isField
      ? (root.querySelector(`label[for="${id === '' ? '-' : id}"]`) ?? element.closest('label'))
      : null;
    const found = [
      ids.flatMap((one) => [...root.querySelectorAll(`[id="${one}"]`)].map(words)).join(' '),
      element.getAttribute('aria-label'),
      label === null ? null : words(label),
      isField ? null : words(element),
      element.getAttribute('title'),
      element.getAttribute('placeholder'),
    ];
    return found.map(plain).find((text) => text !== '') ?? '';
  };
  const getRole = (element: Element): string => {
    const type = element.getAttribute('type') ?? 'text';
    const native: Record<string, string> = { A: 'link', SELECT: 'combobox', TEXTAREA: 'textbox', SUMMARY: 'summary' };
    if (element.tagName === 'INPUT') native['INPUT'] = ['checkbox', 'radio', 'range'].includes(type) ? type : 'textbox';
    return element.getAttribute('role') ?? native[element.tagName] ?? element.tagName.toLowerCase();
  };
  const getValue = (element: Element): string => {
    const role = getRole(element);
    if (element.tagName === 'SELECT') {
      const { options, selectedIndex } = element as HTMLSelectElement;
      const drawn = element.querySelector('option[selected]') ?? element.querySelector('option');
      return ` = '${plain((root.isConnected ? options[selectedIndex] : drawn)?.textContent ?? '')}'`;
    }
    return role === 'textbox' || role === 'searchbox' || element.tagName === 'INPUT' || element.tagName === 'TEXTAREA'
      ? ['checkbox', 'radio'].includes(role)
        ? ''
        : ` = '${(element as HTMLInputElement).value}'`
      : '';
  };
  const getState = (element: Element): string => {
    const isOff =
      element.hasAttribute('disabled') ||
      element.getAttribute('aria-disabled') === 'true' ||
      element.closest('fieldset[disabled]') !== null;
    const said = [
      (element as HTMLInputElement).checked === true || element.getAttribute('aria-checked') === 'true' ? 'ticked' : '',
      element.getAttribute('aria-pressed') === 'true' ? 'pressed' : '',
      element.getAttribute('aria-expanded') === 'true' ? 'open' : '',
      isOff ? 'off' : '',
    ].filter((word) => word !== '');
    return said.length === 0 ? '' : ` (${said.join(', ')})`;
  };
  // Ids and values differ between test data and pages.
  const getPlace = (href: string): string => {
    const [path = '', query = ''] = href.replace(/#.*$/, '').split('?', 2);
    if (!path.startsWith('/')) return path.replace(/:.*$/s, ':');
    const parts = path.split('/').map((part) => (/\d/.test(part) || part.length === 1 ? '{id}' : part));
    const names = [...new URLSearchParams(query).keys()].sort();
    return `${parts.join('/')}${names.length > 0 ? `?${names.join('&')}` : ''}`;
  };
  const isControl = (element: Element) =>
    element.matches('button, a[href], input:not([type="hidden"]), select, textarea, summary') &&
    element.closest('[aria-hidden="true"]') === null;

  const texts: string[] = [];
  const wholes: string[] = [];
  const controls: string[] = [];
  const links: string[] = [];
  const messages: string[] = [];
  for (const element of [root, ...root.querySelectorAll('*')]) {
    if (!isSeen(element)) continue;
    const pieces = [...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [plain(node.textContent)] : []));
    texts.push(...pieces.filter((piece) => piece !== ''));
    const whole = plain(element.textContent);
    if (whole !== '' && whole.length < 400 && !pieces.includes(whole)) wholes.push(whole);
    const control = isControl(element)
      ? [`${getRole(element)} '${getName(element)}'${getValue(element)}${getState(element)}`]
      : [];
    controls.push(...control);
    const href = element.getAttribute('href');
    if (control.length > 0 && href !== null) links.push(`link '${getName(element)}' to ${getPlace(href)}`);
    const isInView = !root.isConnected || element.closest('main, dialog') !== null;
    if (element.matches('[role="alert"], [role="status"]') && isInView && whole !== '') messages.push(whole);
    for (const piece of [...pieces, whole, ...control]) visit(piece, element);
  }
  return { texts, wholes, controls, links, messages };
}

/** Content that must be visible after a step, and content that must no longer be visible. */
export interface ExpectedLook {
  readonly texts?: readonly string[];
  readonly controls?: readonly string[];
  readonly links?: readonly string[];
  readonly gone?: readonly string[];
  /** Numbers, each with the text that it follows, e.g. its label. */
  readonly after?: readonly (readonly [label: string, text: string])[];
}

/** The longest text that a sentence quotes from the page. */
const MAX_QUOTED = 120;
/** More new texts than this are another page, none of which replaces a missing text. */
const MOST_NEW = 12;
/** The most texts or controls that a sentence names in place of a missing one. */
const MOST_INSTEAD = 3;

/** Returns the differences from an expected view. `before` is the page before the step. */
export function findDifferences(
  { texts = [], controls = [], links = [], gone = [], after = [] }: ExpectedLook,
  before: Look,
  now: Look,
): Finding[] {
  const count = (all: readonly string[], one: string) => all.filter((other) => other === one).length;
  const missing = texts.filter((text) => !now.texts.includes(text) && !now.wholes.includes(text));
  const left = gone.filter((one) =>
    [
      [now.texts, before.texts],
      [now.controls, before.controls],
    ].some(([is = [], was = []]) => count(is, one) > 0 && count(is, one) >= count(was, one)),
  );
  return [
    ...describeMissing(missing, { expected: texts, before, now }),
    ...controls.filter((control) => !now.controls.includes(control)).map((one) => describeNoControl(one, now)),
    ...links.flatMap((link) => describeWrongLink(link, now)),
    ...after.flatMap((pair) => describeWrongPlace(pair, now)),
    ...left.map((one) => ({ sentence: `Still there: '${one}'.`, places: [one] })),
  ];
}

/** Describes a link that leads elsewhere. One that is missing is a missing control. */
function describeWrongLink(link: string, { links }: Look): Finding[] {
  const [control = '', place = ''] = link.split(/ to (?=\S*$)/);
  const found = links.filter((one) => one.startsWith(`${control} to `));
  if (found.length === 0 || found.includes(link)) return [];
  const [instead = ''] = found.map((one) => one.slice(`${control} to `.length));
  return [{ sentence: `The ${control} leads to ${instead}, not to ${place}.`, places: [control] }];
}

/** Describes a text in another place. Missing texts and labels are reported by other checks. */
function describeWrongPlace([label, text]: readonly [string, string], { texts }: Look): Finding[] {
  const followers = texts.flatMap((one, index) => (one === label ? [texts[index + 1] ?? ''] : []));
  if (followers.length === 0 || followers.includes(text) || !texts.includes(text)) return [];
  const [instead = ''] = followers;
  return [{ sentence: `After '${label}' comes '${instead}', not '${text}'.`, places: [label, instead] }];
}

/** Describes missing texts, each with the similar texts of the page; the first without one with the new texts. */
export function describeMissing(
  missing: readonly string[],
  { expected, before, now }: { readonly expected: readonly string[]; readonly before: Look; readonly now: Look },
): Finding[] {
  const isOther = (text: string) => text.length <= MAX_QUOTED && !expected.includes(text) && !missing.includes(text);
  const others = [...now.messages, ...now.texts].filter(isOther);
  const fresh = now.texts.filter((text) => isOther(text) && !before.texts.includes(text));
  const messages = now.messages.filter((text) => isOther(text) && !before.messages.includes(text));
  const similar = missing.map((text) => findSimilar([text], others));
  const first = similar.findIndex((found) => found.length === 0);
  return missing.map((text, index) => {
    const found = [...(similar[index] ?? [])];
    if (index === first) found.push(...messages, ...(fresh.length > MOST_NEW ? [] : fresh));
    const places = [...new Set(found)].slice(0, MOST_INSTEAD);
    const instead = places.length === 0 ? '' : ` On the page instead: ${listQuoted(places)}.`;
    return { sentence: `Not seen: '${text}'.${instead}`, places };
  });
}

/** Describes a missing control such as `button 'Pay'`, with those of the same name or of a similar one. */
export function describeNoControl(control: string, { controls }: Pick<Look, 'controls'>, place = ''): Finding {
  const getName = (one: string) => /'(.*?)'(?: = '| \(|$)/s.exec(one)?.[1] ?? one;
  const getRole = (one: string) => one.split(' ')[0];
  const same = controls.filter((one) => getName(one) === getName(control) && getRole(one) === getRole(control));
  const names = findSimilar([getName(control)], controls.map(getName));
  const similar = names.flatMap((name) => controls.filter((one) => getName(one) === name));
  const near = [...new Set(same.length > 0 ? same : similar)].slice(0, MOST_INSTEAD);
  const others = near.length === 0 ? '' : ` On the page: ${near.join('; ')}.`;
  return { sentence: `No control: ${control}${place}.${others}`, places: near };
}
