import type { Chart } from './chart.ts';
import { escape, svgOf } from './svg.ts';
import { allStates } from './text.ts';

const CSS = `
:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #17202a; background: #f6f7f9; }
body { margin: 24px auto; max-width: 1500px; padding: 0 24px; }
a { color: #174a96; }
/* A large flow is read at its own size and moved about; squeezed to the page, its words would be too small. */
.chart { background: #fff; border: 1px solid #dde1e7; border-radius: 10px; max-height: 90vh; overflow: auto; width: fit-content; max-width: 100%; }
.chart svg { display: block; }
body:has(#whole:checked) .chart svg { width: auto; height: auto; max-width: 100%; max-height: 89vh; }
table { border-collapse: collapse; background: #fff; margin: 12px 0; }
th, td { border: 1px solid #dde1e7; padding: 6px 10px; text-align: left; vertical-align: top; }
.key span { margin-right: 16px; }
.state rect { fill: #fff; stroke: #5b6b7f; stroke-width: 1.4; }
.state.compound > rect, .state.parallel > rect { fill: #f3f6fa; }
.state.region > rect { stroke-dasharray: 5 4; }
.state .inner { fill: none; }
.state .name { font: 600 14px system-ui; }
.state .row { font: 11px system-ui; fill: #4a5a6d; }
.start { fill: #17202a; }
.edge { fill: none; stroke: #5b6b7f; stroke-width: 1.3; }
.edge.user { stroke: #1f5fbf; }
.edge.done { stroke: #1e7d4f; }
.edge.error { stroke: #c0392b; }
.edge.after { stroke: #b4690e; stroke-dasharray: 6 3; }
.edge.always { stroke: #8e44ad; }
.label rect { fill: #fff; opacity: .93; }
.label text { font: 11px system-ui; fill: #33404f; }
.label .does { fill: #5f6f83; font-style: italic; }
.label.user text:first-of-type, .key .user { fill: #174a96; color: #174a96; }
.label.done text:first-of-type, .key .done { fill: #17653f; color: #17653f; }
.label.error text:first-of-type, .key .error { fill: #a93226; color: #a93226; }
.label.after text:first-of-type, .key .after { fill: #94550a; color: #94550a; }
.label.always text:first-of-type, .key .always { fill: #7d3c98; color: #7d3c98; }
`;

const KEY = `<p class="key"><span class="user">— the shopper or the browser</span><span class="done">— a call answers</span><span class="error">— a call fails</span><span class="after">- - time passes</span><span class="always">— at once</span></p>
<p><label><input type="checkbox" id="whole"> The whole flow in one look</label></p>`;

export async function machinePage(chart: Chart): Promise<string> {
  const { flow, root, edges, delays } = chart;
  const nameOf = new Map(allStates(root).map(({ id, name }) => [id, name === '(root)' ? 'everywhere' : name]));
  return document(
    flow,
    `
<p><a href="index.html">All flows</a></p>
<h1>${escape(flow)}</h1>
<p>${escape(root.description)}</p>
${KEY}
<div class="chart" tabindex="0" role="region" aria-label="Chart">${await svgOf(chart)}</div>
<h2>States</h2>
${table(
  ['state', 'what it means', 'tags'],
  allStates(root)
    .slice(1)
    .map(({ name, description, tags }) => [name, description, tags.join(', ')]),
)}
<h2>What leads where</h2>
${table(
  ['in', 'when', 'if', 'does', 'then'],
  edges.map(({ from, to, on, guard, actions }) => [
    nameOf.get(from) ?? '',
    on,
    guard ?? '',
    actions.join(', '),
    to === null ? 'stays' : (nameOf.get(to) ?? ''),
  ]),
)}
${Object.keys(delays).length === 0 ? '' : `<h2>Timers</h2>\n${table(['name', 'runs'], Object.entries(delays))}`}`,
  );
}

export function indexPage(charts: readonly Chart[]): string {
  const rows = charts.map(
    ({ flow, root, edges }) =>
      `<tr><td><a href="${flow}.html">${escape(flow)}</a></td><td>${escape(root.description)}</td><td>${allStates(root).length - 1}</td><td>${edges.length}</td></tr>`,
  );
  return document(
    'Flows',
    `
<h1>Flows of the shop</h1>
<p>Drawn from the machines themselves. The same in words, for reviews, stands beside each page as Markdown.</p>
<table><thead><tr><th>flow</th><th>what it is</th><th>states</th><th>transitions</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`,
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = (tag: 'th' | 'td', row: readonly string[]) =>
    `<tr>${row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('')}</tr>`;
  return `<table><thead>${cells('th', head)}</thead><tbody>${rows.map((row) => cells('td', row)).join('\n')}</tbody></table>`;
}

function document(title: string, body: string): string {
  return `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${escape(title)}</title>\n<style>${CSS}</style>\n</head>\n<body>${body}\n</body>\n</html>\n`;
}
