import type { Change, FlowChange } from './compare.ts';
import { escape } from './draw.ts';

/** Returns what changed in a machine and its code, one row for each state, transition, timer or declaration; folded. */
export function renderStructure({ changes }: FlowChange): string {
  return `<details><summary>In the machine: ${escape(formatSummary(changes))}</summary>
<div class="wide"><table><thead><tr><th>kind</th><th>name</th><th>before</th><th>after</th></tr></thead><tbody>${changes.map(renderRow).join('')}</tbody></table></div></details>`;
}

/** `states: 1 added; transitions: 2 removed, 1 changed`. */
function formatSummary(changes: readonly Change[]): string {
  return (['flow', 'state', 'transition', 'timer', 'code', 'text'] as const)
    .flatMap((what) => {
      const words = (['added', 'removed', 'changed'] as const).flatMap((kind) => {
        const many = changes.filter((one) => one.what === what && one.kind === kind).length;
        return many === 0 ? [] : [`${many} ${kind}`];
      });
      return words.length === 0 ? [] : [`${what === 'code' ? what : `${what}s`}: ${words.join(', ')}`];
    })
    .join('; ');
}

function renderRow({ kind, what, name, parts }: Change): string {
  const side = (which: 'was' | 'is', tag: 'del' | 'ins') =>
    parts
      .filter((part) => part[which] !== '')
      .map((part) => `<div><small>${escape(part.part)}</small> <${tag}>${escape(part[which])}</${tag}></div>`)
      .join('');
  return `<tr class="${kind}"><td><span class="sign ${kind}">${kind}</span> ${what}</td><td>${escape(name)}</td><td>${side('was', 'del')}</td><td>${side('is', 'ins')}</td></tr>`;
}
