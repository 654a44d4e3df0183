import type { Case } from '../cases/case.ts';
import type { FlowChange } from '../atlas/compare.ts';
import { renderStructure } from '../atlas/compare-page.ts';
import { escape } from '../atlas/draw.ts';
import { renderPage } from '../atlas/page.ts';
import { toTitle } from '../atlas/words.ts';

/** What changed in one flow between two versions, with the cases to run again. */
export interface ChangedFlow {
  readonly flow: string;
  readonly title: string;
  readonly kind: 'new' | 'gone' | 'changed';
  readonly changes: readonly CaseChange[];
}

/** One change, and the cases that it touches. */
export interface CaseChange {
  readonly sentence: string;
  /** Other differences of the same cause. */
  readonly also: readonly string[];
  /** Cases that both versions have: their results are void. */
  readonly again: readonly TouchedCase[];
  readonly fresh: readonly TouchedCase[];
  readonly gone: readonly TouchedCase[];
  /** The page of the step in which the change shows; absent when nothing is drawn or nothing on it differs. */
  readonly screens?: { readonly before: Screen | null; readonly after: Screen | null } | undefined;
}

export type TouchedCase = Pick<Case, 'id' | 'title'>;

/** A rendered page with its styles. */
export interface Screen {
  readonly html: string;
  readonly css: string;
}

/** The most cases that a comment lists for one change. */
const MOST_CASES = 10;

/** Formats the changes as text, one line for each. */
export function formatChanges(changed: readonly ChangedFlow[], since: string): string {
  if (changed.length === 0) return `No case has changed since ${since}.\n`;
  return changed
    .map(({ flow, title, kind, changes }) =>
      [
        `${title} (${flow})${kind === 'changed' ? '' : `: the flow is ${kind}`}`,
        ...changes.flatMap((change) => [
          `  ${change.sentence.replace(/\.$/, '')}: ${countCases(change)}.`,
          ...change.also.map((sentence) => `    also: ${sentence}`),
          ...getCases(change).map(({ id, title: name }) => `    ${id}  ${name}`),
        ]),
        '',
      ].join('\n'),
    )
    .join('\n');
}

/** Formats the changes as Markdown, for a comment on a pull request. */
export function formatComment(changed: readonly ChangedFlow[], since: string): string {
  if (changed.length === 0) return `No case has changed since \`${since}\`.\n`;
  const all = changed.flatMap(({ changes }) => changes);
  const count = new Set(all.flatMap(getCases).map(({ id }) => id)).size;
  return [
    `### Changes of behaviour since \`${since}\``,
    '',
    `${plural(all.length, 'change')} in ${plural(changed.length, 'flow')}, ${plural(count, 'case')} to run.`,
    '',
    ...changed.flatMap(({ flow, title, kind, changes }) => [
      `**${title}** (\`${flow}\`)${kind === 'changed' ? '' : `: the flow is ${kind}`}`,
      '',
      ...changes.map(formatBullet),
      '',
    ]),
  ].join('\n');
}

function formatBullet(change: CaseChange): string {
  const cases = getCases(change);
  const shown = cases.slice(0, MOST_CASES).map(({ id }) => `\`${id}\``);
  const rest = cases.length > MOST_CASES ? [`${cases.length - MOST_CASES} more`] : [];
  const list = cases.length === 0 ? '' : ` (${[...shown, ...rest].join(', ')})`;
  const also = change.also.map((sentence) => `\n  - also: ${sentence}`).join('');
  return `- ${change.sentence.replace(/\.$/, '')}: ${countCases(change)}${list}${also}`;
}

/** `3 cases to run again, 1 new case`. */
export function countCases({ again, fresh, gone }: CaseChange): string {
  const parts = [
    ...(again.length === 0 ? [] : [`${plural(again.length, 'case')} to run again`]),
    ...(fresh.length === 0 ? [] : [`${fresh.length} new`]),
    ...(gone.length === 0 ? [] : [`${gone.length} gone`]),
  ];
  return parts.length === 0 ? 'no case of the covers transitions and requirements' : parts.join(', ');
}

function getCases({ again, fresh, gone }: CaseChange): TouchedCase[] {
  return [...again, ...fresh, ...gone];
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/**
 * Returns a page with one row for each change: its sentence, its cases, and the screens before and after. What changed
 * in the machines themselves is folded below it.
 */
export function renderChanges(
  changed: readonly ChangedFlow[],
  since: string,
  now: string,
  structure: readonly FlowChange[] = [],
): string {
  const flows = [...new Set([...changed, ...structure].map(({ flow }) => flow))].sort();
  return renderPage({
    title: 'Changes',
    kind: 'compare',
    scripts: ['atlas.js'],
    body: `<main class="map">
<h1>Changes in the flows</h1>
<p class="about">From <b>${escape(since)}</b> to <b>${escape(now)}</b>: ${
      flows.length === 0 ? 'no changes.' : `${plural(flows.length, 'flow')} changed.`
    }</p>
${flows
  .map((flow) =>
    renderFlow(
      changed.find((one) => one.flow === flow) ?? { flow, title: toTitle(flow), kind: 'changed', changes: [] },
      structure.find((one) => one.flow === flow),
    ),
  )
  .join('\n')}
</main>`,
  });
}

function renderFlow({ flow, title, kind, changes }: ChangedFlow, structure: FlowChange | undefined): string {
  const name = kind === 'gone' ? escape(title) : `<a href="${escape(flow)}.html">${escape(title)}</a>`;
  const sign = kind === 'changed' ? '' : ` <span class="sign">${kind}</span>`;
  const quiet = changes.length === 0 && kind === 'changed' ? '<p>Nothing that a person notices has changed.</p>' : '';
  const inside = structure === undefined ? '' : renderStructure(structure);
  return `<section class="compared"><h2>${name}${sign}</h2>${changes.map(renderChange).join('')}${quiet}${inside}</section>`;
}

function renderChange(change: CaseChange): string {
  const cases = getCases(change);
  const list =
    cases.length === 0
      ? ''
      : `<details><summary>${escape(countCases(change))}</summary><ul>${cases
          .map(({ id, title }) => `<li><code>${escape(id)}</code> ${escape(title)}</li>`)
          .join('')}</ul></details>`;
  const also =
    change.also.length === 0
      ? ''
      : `<ul>${change.also.map((sentence) => `<li>${escape(sentence)}</li>`).join('')}</ul>`;
  const { before = null, after = null } = change.screens ?? {};
  const screens =
    before === null && after === null
      ? ''
      : `<div class="sides">${renderScreen('Before', before)}${renderScreen('Now', after)}</div>`;
  return `<article class="change"><p>${escape(change.sentence)}</p>${also}${list}${screens}</article>`;
}

/** A screen is a picture: it takes no focus and runs no script. */
function renderScreen(title: string, screen: Screen | null): string {
  const inside =
    screen === null
      ? '<p class="hint">Nothing is shown.</p>'
      : `<iframe inert tabindex="-1" loading="lazy" sandbox title="${title}" srcdoc="${escape(
          `<!doctype html><meta charset="utf-8"><style>${screen.css}</style><body>${screen.html}`,
        )}"></iframe>`;
  return `<figure><figcaption>${title}</figcaption>${inside}</figure>`;
}
