/**
 * Opens a link of a part that is asleep (src/routes/late-part.tsx) in the app, which would otherwise load the next page
 * from the server. For clicks in the capture phase, because React stops those in a part that it cannot hydrate.
 */
export function openServedLink(
  event: MouseEvent,
  navigate: (path: string, options: { readonly replace: boolean }) => void,
): void {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
  if (link?.closest('[data-part="asleep"]') == null) return;
  const isElsewhere = link.origin !== location.origin || link.target !== '' || link.hasAttribute('download');
  if (isElsewhere || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash, { replace: link.href === location.href });
}
