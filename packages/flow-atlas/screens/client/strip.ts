import { createDocument, createFrame, openDialogs, SIZES } from './frame.ts';
import { unpack } from './gallery.ts';

/** Draws the screens of a strip: `data-screen="1 2"` is the third screen of the second path. */
export async function mountStrip(packed: string): Promise<void> {
  const walks = await unpack<readonly (readonly string[])[]>(packed);
  const loaded = [...document.querySelectorAll<HTMLElement>('[data-screen]')].map((place) => {
    const [walk = 0, screen = 0] = (place.dataset['screen'] ?? '').split(' ').map(Number);
    const html = walks[walk]?.[screen] ?? '';
    return html === '' ? Promise.resolve() : show(place, html);
  });
  await Promise.all(loaded);
  document.documentElement.dataset['ready'] = 'yes';
}

function show(place: HTMLElement, html: string): Promise<void> {
  const title = place.getAttribute('aria-label') ?? '';
  const { box, frame } = createFrame(title, 'phone', SIZES.phone.width);
  // A picture takes no focus, and its size is the page's choice, on the screen and on paper.
  box.inert = true;
  for (const element of [box, frame]) element.removeAttribute('style');
  place.replaceChildren(box);
  return new Promise((resolve) => {
    frame.addEventListener('load', () => {
      openDialogs(frame);
      resolve();
    });
    frame.srcdoc = createDocument(html);
  });
}
