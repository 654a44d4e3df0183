/** A field with a list of links below it, for the mouse and the keyboard. */
export interface Finder {
  readonly field: HTMLInputElement;
  readonly list: HTMLElement;
  /** Returns the list for what the user has typed; empty for no list. */
  readonly render: (words: string) => string;
}

export function mountFinder({ field, list, render }: Finder): void {
  const place = field.parentElement ?? field;
  const close = () => {
    list.hidden = true;
  };
  const show = () => {
    list.innerHTML = render(field.value.trim());
    list.hidden = list.innerHTML === '';
  };
  field.addEventListener('input', show);
  field.addEventListener('focus', show);
  place.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === 'ArrowDown') links[Math.min(at + 1, links.length - 1)]?.focus();
    else if (event.key === 'ArrowUp' && at !== -1) (links[at - 1] ?? field).focus();
    else if (event.key === 'Enter' && at === -1 && !list.hidden) links[0]?.click();
    else if (event.key === 'Escape' && !list.hidden) {
      field.focus();
      close();
      // The page has its own use of the key.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  });
  list.addEventListener('click', ({ target }) => target instanceof Element && target.closest('a') !== null && close());
  place.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !place.contains(relatedTarget)) close();
  });
  document.addEventListener('click', ({ target }) => target instanceof Node && !place.contains(target) && close());
}
