import type { Chart, ChartEdge } from './chart.ts';
import { shortenDescription, spellOut } from './words.ts';

/** Labels of transitions, in the words of their flow if those are known. */

/** Words of a flow by event type: `press ‘Login’`, `the network is cut`. */
export type EventWords = Readonly<Record<string, string>>;

/** Returns what triggers the transition: `press ‘Login’`, `login fails`, `after 3 s`. */
export function formatTrigger(edge: ChartEdge, { delays }: Pick<Chart, 'delays'>, events: EventWords = {}): string {
  const { kind, event, on } = edge;
  if (kind === 'always') return 'at once';
  if (kind === 'after') {
    const name = /\((\w+)\)$/.exec(on)?.[1] ?? on.replace(/^after /, '');
    const words = delays[name];
    if (words !== undefined && words !== 'computed') return `after ${words}`;
    // The description already names the time; the delay's name would repeat it.
    return edge.description === '' ? `after ${spellOut(name)}` : 'time passes';
  }
  if (kind === 'user') return events[event] ?? spellOut(event);
  if (on === 'done') return 'all parts have ended';
  return spellOut(on);
}

/** Returns the condition: the description, else the guard's name in words; empty without both. */
export function formatCondition({ description, guard }: ChartEdge): string {
  const said = shortenDescription(description);
  if (said !== '') return said;
  if (guard === null) return '';
  return guard === 'otherwise' ? 'otherwise' : `if ${spellOut(guard).replace(/^(?:is|has) /, (verb) => `it ${verb}`)}`;
}

/** Returns trigger and condition as one label. */
export function formatPhrase(edge: ChartEdge, chart: Pick<Chart, 'delays'>, events: EventWords = {}): string {
  const condition = formatCondition(edge);
  return `${formatTrigger(edge, chart, events)}${condition === '' ? '' : ` · ${condition}`}`;
}
