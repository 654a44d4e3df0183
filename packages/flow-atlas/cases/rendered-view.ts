import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate';
import { nameReferences } from 'model-testing/model/explore';
import { isTextShown, getTextPieces } from 'model-testing/texts/text-pieces';
import { withoutOwnerStacks } from 'model-testing/view/owner-stacks';
import type { View } from 'model-testing/view/screen';
import { describeValue } from './words.ts';

withoutOwnerStacks();

/** The visible part of a machine. */
export interface RenderedView {
  readonly html: string;
  /** In page order, without duplicates. */
  readonly texts: ReadonlySet<string>;
}

/** Renders the snapshots of one view and caches equal ones; `null` when there is nothing to render. */
export function createRenderer(view: View | undefined): (snapshot: AnyMachineSnapshot | null) => RenderedView | null {
  const known = new WeakMap<AnyMachineSnapshot, RenderedView | null>();
  const alike = new Map<string, RenderedView | null>();
  return (snapshot) => {
    // After a machine has ended, another page or another part of it is visible.
    if (view === undefined || snapshot === null || snapshot.status !== 'active') return null;
    if (known.has(snapshot)) return known.get(snapshot) ?? null;
    const look = toCacheKey(snapshot);
    const before = look === null ? undefined : alike.get(look);
    const sight = before === undefined ? renderSnapshot(view, snapshot) : before;
    known.set(snapshot, sight);
    if (look !== null) alike.set(look, sight);
    return sight;
  };
}

/** Returns the cache key of a rendering; `null` when child machines affect it. */
function toCacheKey({ value, context, children }: AnyMachineSnapshot): string | null {
  const isFlat = Object.values(children as Record<string, AnyActorRef | undefined>).every(
    (child) => child === undefined || !('machine' in (child.getSnapshot() as object)),
  );
  return isFlat ? JSON.stringify([value, context], nameReferences) : null;
}

function renderSnapshot(view: View, snapshot: AnyMachineSnapshot): RenderedView | null {
  const page = createElement(
    StaticRouter,
    { location: '/' },
    view(snapshot, () => undefined),
  );
  const html = renderToStaticMarkup(page);
  // Options of a select are not visible until the user opens it.
  return html === '' ? null : { html, texts: getTextPieces(html.replaceAll(/<option\b.*?<\/option>/gs, '')) };
}

/** Returns whether a text is on the page, in one piece or across elements. */
export function isTextOnScreen({ html, texts }: RenderedView, text: string): boolean {
  const plain = html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  return isTextShown(text, texts) || plain.includes(text);
}

/** Expectation for an unchanged page. */
export const NOTHING = 'Nothing on the page changes.';

const MOST = 3;
const LONGEST = 80;

/** Describes what appeared and disappeared between two views; empty when only the look changed. */
export function describeChanges(before: RenderedView, after: RenderedView): string[] {
  if (before.html === after.html) return [NOTHING];
  const come = [...after.texts].filter((text) => !before.texts.has(text));
  const gone = [...before.texts].filter((text) => !after.texts.has(text));
  return [
    ...(come.length === 0 ? [] : [`On the page now: ${named(come)}`]),
    ...(gone.length === 0 ? [] : [`Not on the page any more: ${named(gone)}`]),
  ];
}

/** Describes the text fields whose values differ between two views. */
export function describeFieldChanges(before: RenderedView, after: RenderedView): string[] {
  const were = getFieldValues(before);
  return [...getFieldValues(after)].flatMap(([name, value]) =>
    were.get(name) === value ? [] : [describeValue({ do: 'fill', role: 'textbox', name, value })],
  );
}

/** Returns the values of the text fields by their labels. */
function getFieldValues({ html }: RenderedView): ReadonlyMap<string, string> {
  const labels = new Map(
    [...html.matchAll(/<label\b[^>]* for="([^"]*)"[^>]*>(.*?)<\/label>/gs)].map(([, id = '', name = '']) => [
      id,
      getWholeText(name),
    ]),
  );
  const fields = [...html.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
    const label = labels.get(attribute('id') ?? '');
    const isText = !['checkbox', 'radio', 'hidden', 'range'].includes(attribute('type') ?? 'text');
    return label === undefined || !isText ? [] : [[label, getWholeText(attribute('value') ?? '')] as const];
  });
  return new Map(fields);
}

/** Returns the names of labels, buttons and links, also of those whose text has several pieces. */
export function getControlNames({ html }: RenderedView): readonly string[] {
  return [...html.matchAll(/<(label|button|a|summary)\b([^>]*)>(.*?)<\/\1>/gs)]
    .map(([, , attributes = '', content = '']) => / aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content)
    .map(getWholeText)
    .filter((name) => name !== '');
}

function getWholeText(html: string): string {
  const [text = ''] = getTextPieces(html.replaceAll(/<[^>]*>/g, ' '));
  return text.replaceAll(/ (?=[.,])/g, '');
}

/** Describes a change of the look without a change of texts. */
export function describeLookChange(before: RenderedView, after: RenderedView): string {
  const ticks = countTicks(after) - countTicks(before);
  if (ticks !== 0) return ticks > 0 ? 'It is now ticked.' : 'It is no longer ticked.';
  return 'No text on the page changes, only field values or the look of controls.';
}

function countTicks({ html }: RenderedView): number {
  return html.split(/ checked(?:=""|>| )/).length;
}

function named(texts: readonly string[]): string {
  const words = texts
    .slice(0, MOST)
    .map((text) => `'${text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text}'`);
  return [...words, ...(texts.length > MOST ? [`and ${texts.length - MOST} more`] : [])].join(', ');
}
