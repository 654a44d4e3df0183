/**
 * Password managers and translators change the page before React hydrates it: they insert elements and wrap texts.
 * React then finds a page that differs from the server's and renders everything again (X70, X71). So this records their
 * changes and undoes them right before hydration; those programs watch the page and apply their changes again.
 */
export function watchServedPage(root: Node): { readonly restore: () => void } {
  const records: MutationRecord[] = [];
  const observer = new MutationObserver((more) => void records.push(...more));
  observer.observe(root, { childList: true, subtree: true, characterData: true, characterDataOldValue: true });
  return {
    restore() {
      records.push(...observer.takeRecords());
      observer.disconnect();
      for (const record of records.toReversed()) undo(record);
    },
  };
}

function undo({ type, target, oldValue, addedNodes, removedNodes, nextSibling }: MutationRecord) {
  if (type === 'characterData') target.nodeValue = oldValue;
  for (const node of addedNodes) if (node.parentNode === target) target.removeChild(node);
  const before = nextSibling?.parentNode === target ? nextSibling : null;
  for (const node of removedNodes) target.insertBefore(node, before);
}
