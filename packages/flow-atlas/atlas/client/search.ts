import { escape } from '../draw.ts';
import { searchEntries } from '../search.ts';
import type { Entry } from '../search.ts';

declare global {
  interface Window {
    /** Set by search.js. */
    atlasIndex?: readonly Entry[];
  }
}

const MOST = 40;

/** Search over all flows, on every page. */
export function mountSearch(): void {
  const field = document.getElementById('search');
  const found = document.getElementById('found');
  if (!(field instanceof HTMLInputElement) || found === null) return;
  const show = () => {
    const words = field.value.trim();
    found.hidden = words === '';
    if (words !== '') found.innerHTML = renderResults(searchEntries(window.atlasIndex ?? [], words));
  };
  field.addEventListener('input', show);
  field.addEventListener('focus', show);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') found.hidden = true;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key === '/' && !isTyping) {
      event.preventDefault();
      field.focus();
    }
    if (event.key === 'ArrowDown' && event.target === field) {
      event.preventDefault();
      found.querySelector('a')?.focus();
    }
  });
  document.addEventListener('click', (event) => {
    const isInside = event.target instanceof Element && event.target.closest('.search') !== null;
    if (!isInside || (event.target instanceof Element && event.target.closest('#found a') !== null))
      found.hidden = true;
  });
}

function renderResults(entries: readonly Entry[]): string {
  if (entries.length === 0) return '<p class="hint">No results.</p>';
  const more = entries.length - MOST;
  return `<p class="hint" role="status">${entries.length} found${more > 0 ? `, showing the first ${MOST}` : ''}</p><ul>${entries
    .slice(0, MOST)
    .map(
      ({ flow, title, kind, name, text, href }) =>
        `<li><a href="${escape(href)}"><b>${escape(name)}</b> <span class="kind">${escape(kind)}${flow === '' ? '' : ` · ${escape(title)}`}</span>${text === '' ? '' : `<br><span class="small">${escape(text)}</span>`}</a></li>`,
    )
    .join('')}</ul>`;
}
