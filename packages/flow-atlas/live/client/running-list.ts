import { escape } from '../../atlas/draw.ts';
import { getTitle } from '../entries.ts';
import type { LiveStep } from '../record.ts';
import { formatActiveStates } from '../words.ts';
import { getFlows } from './project.ts';

/** Renders the running machines. Those of the page's own flow can be chosen, others lead to their pages. */
export function renderRunning(steps: readonly LiveStep[], lit: string | null, tabs: readonly string[]): string {
  const own = window.atlas?.chart.machine;
  const shown = steps
    .filter(({ status, actor }) => status === 'active' || actor === lit)
    .map((step) => ({ step, title: getTitle(step, getFlows()), isOwn: step.machine === own }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.title.localeCompare(b.title));
  if (shown.length === 0) return '<li class="hint">No machine is running.</li>';
  return shown
    .map(({ step, title, isOwn }) => {
      const tab = tabs.length > 1 ? `tab ${tabs.indexOf(step.tab) + 1} · ` : '';
      return `<li>${isOwn ? renderChoice(step, title, lit) : renderLink(step, title)} <span class="small">${escape(`${tab}${describeStatus(step)}`)}</span></li>`;
    })
    .join('');
}

function renderChoice({ actor }: LiveStep, title: string, lit: string | null): string {
  return `<button type="button" data-actor="${escape(actor)}" aria-pressed="${actor === lit}">${escape(title)}</button>`;
}

function renderLink({ machine }: LiveStep, title: string): string {
  const flow = getFlows()[machine]?.flow;
  return flow === undefined ? `<b>${escape(title)}</b>` : `<a href="${escape(flow)}.html">${escape(title)}</a>`;
}

function describeStatus({ machine, value, status }: LiveStep): string {
  const words = formatActiveStates(value, getFlows()[machine]);
  return status === 'active' ? words || 'runs' : `${words} (ended)`;
}
