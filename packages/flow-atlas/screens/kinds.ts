import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { AnyMachineSnapshot } from 'xstate';
import type { Graph } from 'model-testing/model/explore';
import { findSteps, predictSnapshots } from 'model-testing/model/paths';
import type { Walk } from '../strips/strip.ts';
import { renderScene } from './scene.ts';
import type { Scene } from './scene.ts';

/** One kind of screen: all snapshots of the same states that look the same. */
export interface Kind {
  /** The innermost active states: `open.code.usable & open.resend.blocked`. */
  readonly value: string;
  /** The difference from other kinds of the same states; may be empty. */
  readonly difference: string;
  /** HTML of the rendered view in its frame; empty when nothing is visible. */
  readonly html: string;
  /** Number of reached snapshots that look like this. */
  readonly count: number;
}

/** Renders every snapshot of an explored flow; returns each kind of screen once, grouped by state. */
export function findKinds(scene: Scene, { nodes }: Graph): Kind[] {
  const found = new Map<string, { value: string; html: string; count: number }>();
  for (const { value, state } of nodes.values()) {
    if (state.snapshot === null) continue;
    const bare = drawBare(scene, state.snapshot);
    const key = `${value}\n${bare}`;
    const known = found.get(key);
    if (known === undefined)
      found.set(key, { value, html: bare === '' ? '' : drawWhole(scene, state.snapshot), count: 1 });
    else known.count++;
  }
  const groups = groupByValue([...found.values()]);
  return [...groups.values()].flatMap((kinds) => {
    const tails = differences(kinds.map(({ html }) => html));
    return kinds.map((kind, index) => ({ ...kind, difference: tails[index] ?? '' }));
  });
}

/** Renders the screens of a walk: the exact snapshots along its path. */
export function drawWalk(scene: Scene, graph: Graph, { labels, steps }: Walk): string[] {
  const path = findSteps(graph, labels);
  if (path === null) throw new Error(`${graph.model.flow} has no path ${labels.join(' → ')}`);
  const snapshots = predictSnapshots(graph, path);
  return steps.map((step) => {
    const snapshot = snapshots[step]?.snapshot ?? null;
    return snapshot === null || drawBare(scene, snapshot) === '' ? '' : drawWhole(scene, snapshot);
  });
}

function drawBare(scene: Scene, snapshot: AnyMachineSnapshot): string {
  return markup(scene.view(snapshot, () => undefined));
}

function drawWhole(scene: Scene, snapshot: AnyMachineSnapshot): string {
  return markup(renderScene(scene, snapshot));
}

function markup(view: Parameters<typeof createElement>[2]): string {
  return renderToStaticMarkup(createElement(StaticRouter, { location: '/' }, view));
}

const LONGEST = 70;

/** Describes each page by its difference from the first; uses numbers when there are no words. */
function differences(pages: readonly string[]): string[] {
  if (pages.length < 2) return pages.map(() => '');
  const tokens = pages.map(tokenise);
  const often = new Map<string, number>();
  for (const each of tokens) for (const token of new Set(each)) often.set(token, (often.get(token) ?? 0) + 1);
  const [base = []] = tokens;
  const told = tokens.map((own) => {
    // The rarest difference says most.
    const added = own.filter((token) => (often.get(token) ?? 0) < pages.length && !base.includes(token));
    const [best] = added.sort(
      (a, b) => Number(isSaid(b)) - Number(isSaid(a)) || (often.get(a) ?? 0) - (often.get(b) ?? 0),
    );
    if (best !== undefined) return short(plain(best));
    const [missing] = base.filter((token) => !own.includes(token) && !token.startsWith('='));
    return missing === undefined ? '' : `without '${short(plain(missing))}'`;
  });
  const seen = new Map<string, number>();
  return told.map((words, index) => {
    const text = index === 0 || words === '' ? '' : `: ${words}`;
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return nth === 1 ? text : `${text} (${nth})`;
  });
}

const ALERT = '!';
const isSaid = (token: string) => token.startsWith(ALERT);
const plain = (token: string) => token.replace(/^[!=]/, '');

/** Returns texts, those of alerts marked, then field values and what is disabled, busy, invalid or selected. */
function tokenise(html: string): string[] {
  const alerts = [...html.matchAll(/role="(?:alert|status)"[^>]*>(.*?)<\/(?:div|p|section)>/gs)].map(
    ([, inside = '']) => toText(inside),
  );
  const said = alerts.filter((text) => text !== '').map((text) => `${ALERT}${text}`);
  const texts = html
    .replaceAll(/<(?:style|svg)[^>]*>.*?<\/(?:style|svg)>/gs, '')
    .split(/<[^>]*>/)
    .map(unescaped);
  const marks = [...html.matchAll(/<(?:input|textarea|select|button|a|option)\b[^>]*>/g)].flatMap(([tag]) =>
    getMarks(tag),
  );
  return [...said, ...texts.filter((text) => text !== ''), ...marks];
}

const MARKS: readonly (readonly [RegExp, string])[] = [
  [/ aria-busy="true"/, 'busy'],
  [/ aria-invalid="true"/, 'wrong'],
  [/ (?:disabled|aria-disabled|readonly)="/i, 'off'],
  [/ (?:checked|selected)="|aria-(?:pressed|selected|expanded)="true"/, 'chosen'],
];

function getMarks(tag: string): string[] {
  const attribute = (name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1] ?? '');
  const name = attribute('aria-label') || attribute('name') || attribute('value');
  const value = attribute('value');
  const marks = MARKS.filter(([pattern]) => pattern.test(tag)).map(([, word]) => `=${name} ${word}`.trim());
  return value === '' || value === name ? marks : [`='${value}' in ${name}`, ...marks];
}

function toText(html: string): string {
  return unescaped(html.replaceAll(/<[^>]*>/g, ' '));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function unescaped(text: string): string {
  return text
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function groupByValue<Item extends { readonly value: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(item.value, [...(groups.get(item.value) ?? []), item]);
  return groups;
}
