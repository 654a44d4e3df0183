import type { Change, FlowChange } from './compare.ts';
import { escape } from './draw.ts';
import { renderPage } from './page.ts';
import { toTitle } from './words.ts';

/** Builds the page of differences between two versions of all flows. */
export function comparePage(changes: readonly FlowChange[], before: string, after: string): string {
  return renderPage({
    title: 'Changes',
    kind: 'compare',
    scripts: ['atlas.js'],
    body: `<main class="map">
<h1>Changes in the flows</h1>
<p class="about">From <b>${escape(before)}</b> to <b>${escape(after)}</b>: ${formatSummary(changes)}</p>
${changes.map(flowText).join('\n')}
</main>`,
  });
}

function formatSummary(changes: readonly FlowChange[]): string {
  if (changes.length === 0) return 'no changes.';
  const all = changes.flatMap((one) => one.changes);
  const count = (what: Change['what']) =>
    (['added', 'removed', 'changed'] as const)
      .map((kind) => [kind, all.filter((one) => one.what === what && one.kind === kind).length] as const)
      .filter(([, many]) => many > 0)
      .map(([kind, many]) => `${many} ${kind}`)
      .join(', ');
  const parts = (['state', 'transition', 'timer', 'code', 'text'] as const).flatMap((what) => {
    const words = count(what);
    return words === '' ? [] : [`${what === 'code' ? what : `${what}s`}: ${words}`];
  });
  return `${changes.length} ${changes.length === 1 ? 'flow' : 'flows'} changed. ${parts.join('; ')}.`;
}

function flowText({ flow, kind, changes }: FlowChange): string {
  const title =
    kind === 'removed' ? escape(toTitle(flow)) : `<a href="${escape(flow)}.html">${escape(toTitle(flow))}</a>`;
  return `<section class="compared"><h2>${title} <span class="sign ${kind}">${kind}</span></h2>
<div class="wide"><table><thead><tr><th>kind</th><th>name</th><th>before</th><th>after</th></tr></thead><tbody>${changes.map(renderRow).join('')}</tbody></table></div></section>`;
}

function renderRow({ kind, what, name, parts }: Change): string {
  const side = (which: 'was' | 'is', tag: 'del' | 'ins') =>
    parts
      .filter((part) => part[which] !== '')
      .map((part) => `<div><small>${escape(part.part)}</small> <${tag}>${escape(part[which])}</${tag}></div>`)
      .join('');
  return `<tr class="${kind}"><td><span class="sign ${kind}">${kind}</span> ${what}</td><td>${escape(name)}</td><td>${side('was', 'del')}</td><td>${side('is', 'ins')}</td></tr>`;
}
