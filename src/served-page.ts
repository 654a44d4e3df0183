/**
 * Password managers and translators change the page before React takes it over: they put elements between ours and wrap
 * texts. React then finds another page than the server's and renders everything again (X70, X71). So their changes are
 * recorded and taken back right before the hydration; those programs watch the page and make their changes again.
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
