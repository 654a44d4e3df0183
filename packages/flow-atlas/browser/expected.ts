import { Window } from 'happy-dom';
import type { CaseStep } from '../cases/case.ts';
import { parseCall } from '../cases/parse-call.ts';
import type { RenderedView } from '../cases/rendered-view.ts';
import { readLook } from './look.ts';
import type { Look, ExpectedLook } from './look.ts';
import type { ExpectedCall } from './sent-calls.ts';

/** A check that a player makes after a step. */
export interface Check {
  /** The exact visible text, or a pattern when parts of it vary. */
  readonly text?: string | RegExp;
  readonly call?: ExpectedCall;
  /** Address of the page: its path, and parameters that it must have. */
  readonly address?: string;
  /** No alert or status text other than these, which the view shows. */
  readonly noMessage?: readonly (string | RegExp)[];
  /** The page looks as before the step, and nothing was sent. */
  readonly unchanged?: true;
  readonly sight?: ExpectedLook;
}

/** One expectation of a case's step with its check; `null` when only a person can judge it. */
export interface Expectation {
  readonly words: string;
  readonly check: Check | null;
}

/** Renderings of the view before and after a step. `null` where nothing is drawn. */
export interface Drawings {
  readonly before: RenderedView | null;
  readonly after: RenderedView | null;
}

/** A text or control that differs between the view's rendering and its page, with the reason. */
export interface Difference {
  readonly what: RegExp;
  readonly why: string;
}

/** Differences between a project's pages and its tables and renderings. */
export interface Translation {
  /** Converts table names to the names that the pages send. */
  readonly sent?: (value: unknown) => unknown;
  /** Texts and controls of the renderings. */
  readonly differences?: readonly Difference[];
  /**
   * Expectations that cannot be checked on this project's pages; of a call the fields are checked, but not their
   * values.
   */
  readonly unchecked?: readonly Difference[];
  /** Selector of the elements in the renderings that the page shows. Default: all. */
  readonly part?: string | undefined;
}

interface ViewExpectations {
  readonly lines: readonly Expectation[];
  readonly sight: ExpectedLook | null;
  /** Content that the step removes. */
  readonly still: ExpectedLook;
  /** The only messages that the step may add; `null` when nothing is drawn. */
  readonly messages: readonly (string | RegExp)[] | null;
}

/** Returns each expectation of a step with its check, plus a check of the whole view. */
export function getExpectations(
  { expected }: CaseStep,
  { before, after }: Drawings,
  { sent = (value) => value, differences: unlike = [], unchecked: unasked = [], part }: Translation = {},
): ViewExpectations {
  const look = after === null ? null : readRendering(after, part);
  const was = before === null ? null : readRendering(before, part);
  const sight = look === null ? null : withoutUnlike(toSight(was, look), unlike);
  const lines = expected.map(({ words, line }): Expectation => {
    const found = toCheck(line, look, sight, sent);
    const check = found?.sight === undefined ? found : { sight: withoutUnlike(found.sight, unlike) };
    const drawn = [...(check?.noMessage ?? []), ...unlike.map(({ what }) => what)];
    if (check?.noMessage !== undefined) return { words, check: { noMessage: drawn } };
    if (check === null || !unasked.some(({ what }) => what.test(line))) return { words, check };
    return {
      words,
      check: check.call === undefined ? null : { call: { ...check.call, body: named(check.call.body) } },
    };
  });
  return {
    lines,
    sight,
    still: withoutUnlike(toStill(was, look), unlike),
    messages: look === null ? null : [...look.messages, ...unlike.map(({ what }) => what)],
  };
}

/** Returns what the step removes. Texts with digits may count the time, so they are left out. */
function toStill(before: Look | null, after: Look | null): ExpectedLook {
  const isKept = (one: string) => after?.texts.includes(one) === true || after?.controls.includes(one) === true;
  const gone = (all: readonly string[] = []) => [...new Set(all)].filter((one) => !isKept(one) && !/\d/.test(one));
  return { texts: gone(before?.texts), controls: gone(before?.controls) };
}

const bySight =
  /^(On the page now|Not on the page any more|No text on the page changes|It is (?:now|no longer) ticked|The .* (holds|is empty))/;

function toCheck(
  words: string,
  look: Look | null,
  sight: ExpectedLook | null,
  sent: NonNullable<Translation['sent']>,
): Check | null {
  const text = /^Shown: '(.*)'$/s.exec(words)?.[1];
  if (text !== undefined) return textCheck(text, look);
  if (words.startsWith('Sent: ')) {
    const call = parseCall(words.slice('Sent: '.length));
    return call === null ? null : { call: sent(call) as ExpectedCall };
  }
  if (words === 'No message is shown.') return look === null ? null : { noMessage: look.messages };
  if (/^Nothing( on the page)? changes\.$/.test(words)) return { unchanged: true };
  if (bySight.test(words)) return sight === null ? null : { sight: {} };
  const place = /^It is now: \S+ \((\/\S*)\)$/.exec(words)?.[1] ?? /^Go to (\/[^\s,]*)/.exec(words)?.[1];
  if (place !== undefined) return { address: place };
  const said =
    words.startsWith('It is now: ') && look !== null ? findQuotes(words).filter((one) => has(look, one)) : [];
  if (said.length > 0) return { sight: { texts: said } };
  return words.startsWith('It is now: ') && sight !== null ? { sight: {} } : null;
}

/** Returns the same fields with any value. */
function named(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body === undefined ? body : '{any}';
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, named(value)]));
}

/** Returns the check of a text: the piece of the rendering that contains it, or the text itself. */
function textCheck(text: string, look: Look | null): Check | null {
  if (look === null) return /[<>…]/.test(text) ? null : { text: opened(text) };
  if (has(look, text)) return { text };
  const piece = [...look.texts, ...look.wholes].find((one) => one.includes(text) || toPattern(text).test(one));
  if (piece !== undefined) return { text: piece };
  return /[<>…]/.test(text) ? null : { text: opened(text) };
}

function opened(text: string): string | RegExp {
  return /\{\w+\}/.test(text) ? toPattern(text) : text;
}

function toPattern(text: string): RegExp {
  const parts = text.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.+')}$`);
}

function has({ texts, wholes }: Look, text: string): boolean {
  return texts.includes(text) || wholes.includes(text);
}

function findQuotes(words: string): string[] {
  return [...words.matchAll(/(?<!\w)'(?:\(our words\) )?([^']+)'(?!\w)/g)].flatMap(([, text = '']) =>
    /[{}<>…]/.test(text) ? [] : [text],
  );
}

const BARE = /^\d+$/;

/** Returns all controls of the rendering, with those that appeared and disappeared. */
function toSight(before: Look | null, after: Look): ExpectedLook {
  const fresh = (all: readonly string[], old: readonly string[]) => [
    ...new Set(all.filter((one) => !old.includes(one))),
  ];
  return {
    // Many pages show the same bare number, so it is searched only after its label.
    texts: fresh(after.texts, before?.texts ?? []).filter((text) => !BARE.test(text)),
    controls: [...new Set(after.controls)],
    links: [...new Set(after.links)],
    after: findFollowers(before, after),
    ...(before !== null && {
      gone: [
        ...fresh(before.texts, [...after.texts, ...after.wholes]).filter((text) => !BARE.test(text)),
        ...fresh(before.controls, after.controls),
      ],
    }),
  };
}

/** Returns the numbers that a step adds, each with the text before it, because other places may show the same number. */
function findFollowers(before: Look | null, { texts }: Look): (readonly [string, string])[] {
  const count = (all: readonly string[], one: string) => all.filter((other) => other === one).length;
  return texts.flatMap((text, index) => {
    const label = texts[index - 1];
    const isFresh = isNumber(text) && count(texts, text) > count(before?.texts ?? [], text);
    return label !== undefined && isFresh && !/\d/.test(label) ? [[label, text] as const] : [];
  });
}

/** A number alone, with a unit or not: `2`, `30 min`, `1:30`. */
function isNumber(text: string): boolean {
  return text.length <= 12 && /\d/.test(text);
}

function withoutUnlike(
  { texts = [], controls = [], links = [], gone = [], after = [] }: ExpectedLook,
  unlike: readonly Difference[],
): ExpectedLook {
  const known = (all: readonly string[]) => all.filter((one) => !unlike.some(({ what }) => what.test(one)));
  return {
    ...(texts.length > 0 && { texts: known(texts) }),
    ...(controls.length > 0 && { controls: known(controls) }),
    ...(links.length > 0 && { links: links.filter((one) => known([one, one.replace(/ to \S*$/, '')]).length === 2) }),
    ...(gone.length > 0 && { gone: known(gone) }),
    ...(after.length > 0 && { after: after.filter((pair) => known(pair).length === pair.length) }),
  };
}

const looks = new WeakMap<RenderedView, Map<string, Look>>();
let page: Window | null = null;

/** Reads what a rendering, or these elements of it, shows, as it reads a page. */
export function readRendering(drawn: RenderedView, part = ''): Look {
  const known = looks.get(drawn) ?? new Map<string, Look>();
  looks.set(drawn, known);
  const found = known.get(part);
  if (found !== undefined) return found;
  page ??= new Window();
  const root = page.document.createElement('div');
  root.innerHTML = drawn.html;
  if (part !== '') root.replaceChildren(...root.querySelectorAll(part));
  const look = readLook(root as unknown as Element);
  known.set(part, look);
  return look;
}
