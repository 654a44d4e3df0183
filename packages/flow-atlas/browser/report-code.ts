/** Returns the script of the report's page. A compiler may wrap inner functions in `__name`. */
export function createReportCode(): string {
  return `(() => { const __name = (made) => made; (${String(startReport)})(); })()`.replaceAll('</', '<\\/');
}

/** Filters the cases, and opens the one that the address names. Runs in the page, and uses nothing from outside. */
function startReport(): void {
  const form = document.querySelector('form');
  const search = form?.querySelector<HTMLInputElement>('input[type="search"]');
  const output = form?.querySelector('output');
  const opener = form?.querySelector<HTMLButtonElement>('[data-open]');
  if (!form || !search || !output || !opener) return;
  const contents = document.querySelector<HTMLDetailsElement>('nav details');
  const cases = [...document.querySelectorAll<HTMLDetailsElement>('main details')].map((details) => ({
    details,
    entry: document.querySelector<HTMLElement>(`nav [data-for="${details.id}"]`),
    words: (details.textContent ?? '').toLowerCase(),
    states: (details.dataset['show'] ?? '').split(' '),
  }));

  const filter = () => {
    const state = String(new FormData(form).get('show'));
    const words = search.value.toLowerCase().split(' ');
    const isWanted = (one: (typeof cases)[number]) =>
      one.states.includes(state) && words.every((word) => one.words.includes(word));
    for (const one of cases) {
      one.details.hidden = !isWanted(one);
      if (one.entry !== null) one.entry.hidden = !isWanted(one);
    }
    output.textContent = `${cases.filter(isWanted).length} of ${cases.length} cases`;
    nameOpener();
  };

  const getShown = () => cases.map(({ details }) => details).filter((details) => !details.hidden);
  const nameOpener = () => {
    opener.textContent = getShown().every(({ open }) => open) ? 'Close all' : 'Open all';
  };

  const openNamed = () => {
    const named = cases.find(({ details }) => `#${details.id}` === decodeURIComponent(location.hash))?.details;
    if (named === undefined) return;
    named.open = true;
    // Other cases may have closed above it.
    named.scrollIntoView();
    named.querySelector('summary')?.focus({ preventScroll: true });
  };

  form.addEventListener('input', filter);
  form.addEventListener('submit', (event) => event.preventDefault());
  opener.addEventListener('click', () => {
    const isOpen = opener.textContent === 'Open all';
    for (const details of getShown()) details.open = isOpen;
    nameOpener();
  });
  document.addEventListener('toggle', nameOpener, true);
  addEventListener('hashchange', openNamed);
  form.hidden = false;
  // On a narrow screen the contents are above the cases.
  if (contents !== null) contents.open = matchMedia('(min-width: 64rem)').matches;
  filter();
  openNamed();
}
