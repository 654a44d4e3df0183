import type { Chart } from '../atlas/chart.ts';
import { escape } from '../atlas/draw.ts';
import { renderPage } from '../atlas/page.ts';
import type { Strip, StripFrame } from './strip.ts';

/** Builds the page of a flow's strips: each screen with the sentences that lead to the next one. It prints on A4. */
export function stripPage({ flow, title, root }: Chart, strips: readonly Strip[], scripts: readonly string[]): string {
  const data = [...new Set(strips.flatMap((strip) => strip.data))];
  return renderPage({
    title: `${title}, screens`,
    kind: 'strip',
    scripts: ['atlas.js', ...scripts],
    body: `
<main class="strips">
<header><h1>${escape(title)}: screens from start to end</h1>
<p class="crumbs"><a href="index.html">All flows</a> › <a href="${escape(flow)}.html">Chart of ${escape(title)}</a></p>
<p>${escape(root.description)}</p>
<p class="small">The happy path, and up to three common ways to a problem: those in which the least goes wrong.</p></header>
${strips.map(renderStrip).join('\n')}
${data.length === 0 ? '' : `<section aria-labelledby="data"><h2 id="data">Test data</h2><ul class="data">${data.map((line) => `<li>${escape(line)}</li>`).join('')}</ul></section>`}
</main>`,
  });
}

function renderStrip({ kind, problem, start, frames }: Strip, index: number): string {
  const title = kind === 'happy' ? `When all goes well: ${frames.at(-1)?.place ?? ''}` : problem;
  let screens = 0;
  const items = frames.map((frame, nth) => {
    const screen = frame.step === null ? null : `${index} ${screens++}`;
    return renderFrame(frame, nth + 1, screen);
  });
  return `<section class="strip ${kind}" aria-labelledby="strip-${index}"><h2 id="strip-${index}">${escape(title)}</h2>
<p class="start"><b>Start:</b> ${escape(start.join(' '))}</p>
<ol>${items.join('')}</ol></section>`;
}

function renderFrame({ place, shows, next }: StripFrame, number: number, screen: string | null): string {
  const picture =
    screen === null
      ? `<p class="unseen">${escape(shows === '' ? place : shows)}</p>`
      : `<div class="screen" role="img" aria-label="${escape(`Screen: ${place}`)}" data-screen="${screen}"></div>`;
  const sentences = next.length === 0 ? '' : `<p class="next">${next.map(escape).join(' ')}</p>`;
  return `<li><h3>${number}. ${escape(place)}</h3>${picture}${sentences}</li>`;
}
