/** Sizes of the screens. */
export const SIZES = {
  phone: { width: 360, height: 740, name: 'Phone' },
  desktop: { width: 1280, height: 800, name: 'Desktop' },
} as const;

export type Size = keyof typeof SIZES;

/** Creates a frame in screen size, scaled down to fit `width` pixels. */
export function createFrame(title: string, size: Size, width: number): { box: HTMLElement; frame: HTMLIFrameElement } {
  const { width: own, height } = SIZES[size];
  const scale = Math.min(1, width / own);
  const box = document.createElement('div');
  box.className = 'screen-box';
  box.style.width = `${own * scale}px`;
  box.style.height = `${height * scale}px`;
  const frame = document.createElement('iframe');
  frame.title = title;
  frame.width = String(own);
  frame.height = String(height);
  frame.style.transform = `scale(${scale})`;
  box.append(frame);
  return { box, frame };
}

/** A placeholder for pictures, which only the server has. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#e6ebf1"/><path d="M12 46l14-16 10 10 6-6 10 12z" fill="#b4c0cd"/><circle cx="44" cy="20" r="5" fill="#b4c0cd"/></svg>',
)}`;

/** Builds a document of a rendered screen that loads only its styles. */
export function createDocument(html: string): string {
  const local = html
    .replaceAll(/<(?:link|source)\b[^>]*>/g, '')
    .replaceAll(/ srcset="[^"]*"/gi, '')
    .replaceAll(/ autofocus(?:="[^"]*")?(?=[ >/])/gi, '')
    .replaceAll(/ src="\/[^"]*"/g, ` src="${PICTURE}"`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="stylesheet" href="player.css"></head><body>${local}</body></html>`;
}

/**
 * Opens dialogs, which normally needs the page's script. They are inert, so that they do not take the focus of the
 * atlas.
 */
export function openDialogs({ contentDocument }: HTMLIFrameElement): void {
  for (const dialog of contentDocument?.querySelectorAll('dialog') ?? []) {
    dialog.inert = true;
    if (!dialog.open) dialog.showModal();
  }
}
