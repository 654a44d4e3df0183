import type { Chart, ChartEdge } from './chart.ts';
import { labelOf, spelled } from './words.ts';

/** What happens in a chart, in the words of its flow where those are known. */

/** By type of event: `press ‘Login’`, `the network is cut`. */
export type EventWords = Readonly<Record<string, string>>;

/** What makes the transition happen: `press ‘Login’`, `login fails`, `after 3 s`. */
export function whenOf(edge: ChartEdge, { delays }: Pick<Chart, 'delays'>, events: EventWords = {}): string {
  const { kind, event, on } = edge;
  if (kind === 'always') return 'at once';
  if (kind === 'after') {
    const name = /\((\w+)\)$/.exec(on)?.[1] ?? on.replace(/^after /, '');
    const words = delays[name];
    if (words !== undefined && words !== 'computed') return `after ${words}`;
    // Its description says when; the name of the delay would only say it again.
    return edge.description === '' ? `after ${spelled(name)}` : 'time passes';
  }
  if (kind === 'user') return events[event] ?? spelled(event);
  if (on === 'done') return 'all of it is over';
  return spelled(on);
}

/** Under what condition: its description, else its guard spelled out; empty where there is none. */
export function conditionOf({ description, guard }: ChartEdge): string {
  const said = labelOf(description);
  if (said !== '') return said;
  if (guard === null) return '';
  return guard === 'otherwise' ? 'otherwise' : `if ${spelled(guard).replace(/^(?:is|has) /, (verb) => `it ${verb}`)}`;
}

/** Both, as a label says them. */
export function phraseOf(edge: ChartEdge, chart: Pick<Chart, 'delays'>, events: EventWords = {}): string {
  const condition = conditionOf(edge);
  return `${whenOf(edge, chart, events)}${condition === '' ? '' : ` · ${condition}`}`;
}
