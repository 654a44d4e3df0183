import { escape } from '../draw.ts';
import { searchEntries } from '../search.ts';
import type { Entry } from '../search.ts';
import { mountFinder } from './finder.ts';
import { loadScript } from './load-script.ts';

declare global {
  interface Window {
    /** Set by search.js. */
    atlasIndex?: readonly Entry[];
  }
}

const MOST = 40;

/** Search over all flows, on every page. Its index is large, so it is loaded when the user enters the field. */
export function mountSearch(): void {
  const field = document.getElementById('search');
  const list = document.getElementById('found');
  if (!(field instanceof HTMLInputElement) || list === null) return;
  const render = (words: string) => {
    if (words === '') return '';
    const { atlasIndex } = window;
    return atlasIndex === undefined
      ? '<p class="hint" role="status">Loading…</p>'
      : renderResults(searchEntries(atlasIndex, words));
  };
  mountFinder({ field, list, render });
  // Once loaded, the field shows what was typed meanwhile.
  field.addEventListener(
    'focus',
    () => void loadScript('search.js').then(() => field.dispatchEvent(new Event('input'))),
    { once: true },
  );
}

function renderResults(entries: readonly Entry[]): string {
  if (entries.length === 0) return '<p class="hint" role="status">No results.</p>';
  const more = entries.length - MOST;
  return `<p class="hint" role="status">${entries.length} found${more > 0 ? `, showing the first ${MOST}` : ''}</p><ul>${entries
    .slice(0, MOST)
    .map(
      ({ flow, title, kind, name, text, href }) =>
        `<li><a href="${escape(href)}"><b>${escape(name)}</b> <span class="kind">${escape(kind)}${flow === '' ? '' : ` · ${escape(title)}`}</span>${text === '' ? '' : `<br><span class="small">${escape(text)}</span>`}</a></li>`,
    )
    .join('')}</ul>`;
}
