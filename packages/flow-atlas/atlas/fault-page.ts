import { escape } from './draw.ts';
import type { FurtherPage } from './map.ts';
import { renderPage } from './page.ts';

/** Result of a tour in which one call failed in one way. */
export interface FaultOutcome {
  /** Texts that the page shows only in this case. */
  readonly says: readonly string[];
  /** Controls that the user presses to continue; empty when the page continues without a press. */
  readonly wayOn: readonly string[];
}

/** Tours, their calls, and the result of each fault. */
export interface FaultMatrix {
  /** A sentence that explains what is done and checked. */
  readonly about: string;
  readonly faults: readonly { readonly name: string; readonly means: string }[];
  readonly tours: readonly {
    readonly title: string;
    readonly calls: readonly { readonly name: string; readonly faults: Readonly<Record<string, FaultOutcome>> }[];
  }[];
}

const TITLE = 'Failed calls';

/** Builds the page that shows for each tour what users see when a call fails, and how they continue. */
export function renderFaultPage({ about, faults, tours }: FaultMatrix): FurtherPage {
  const cells = tours.flatMap(({ calls }) => calls.flatMap((call) => Object.values(call.faults)));
  const alone = cells.filter(({ wayOn }) => wayOn.length === 0).length;
  const html = renderPage({
    title: TITLE,
    kind: 'faults',
    scripts: ['atlas.js'],
    body: `<main class="map faults">
<h1>${TITLE}</h1>
<p class="about">${escape(about)}</p>
<p class="about">${cells.length} walks. ${alone} continue automatically; in ${cells.length - alone} the user can continue.</p>
<dl class="means">${faults.map(({ name, means }) => `<div><dt>${escape(name)}</dt><dd>${escape(means)}</dd></div>`).join('')}</dl>
${tours.map((tour, nth) => tourText(tour, nth, faults)).join('\n')}
</main>`,
  });
  return { file: 'faults.html', title: TITLE, html };
}

function tourText({ title, calls }: FaultMatrix['tours'][number], nth: number, faults: FaultMatrix['faults']): string {
  const heads = faults.map(({ name }) => `<th scope="col">${escape(name)}</th>`).join('');
  const rows = calls.map(
    (call) =>
      `<tr><th scope="row"><code>${escape(call.name)}</code></th>${faults.map(({ name }) => renderCell(call.faults[name])).join('')}</tr>`,
  );
  return `<section aria-labelledby="tour-${nth}"><h2 id="tour-${nth}">${escape(title)}</h2>
<div class="wide" tabindex="0" role="region" aria-labelledby="tour-${nth}"><table><thead><tr><th scope="col">call</th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`;
}

function renderCell(outcome: FaultOutcome | undefined): string {
  if (outcome === undefined) return '<td></td>';
  const { says, wayOn } = outcome;
  const said = says.map((text) => `<q>${escape(text)}</q>`).join('');
  const led =
    wayOn.length === 0
      ? '<span class="alone">continues automatically</span>'
      : wayOn.map((name) => `<span class="pressed">${escape(name)}</span>`).join(' ');
  return `<td>${said}${led}</td>`;
}
