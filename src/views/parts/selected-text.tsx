import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** Selects its text while `isOn`, so that the shopper can copy it when the browser refuses the clipboard. */
export function SelectedText({ isOn, children }: { readonly isOn: boolean; readonly children: ReactNode }) {
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const text = box.current;
    if (isOn && text !== null) text.ownerDocument.getSelection()?.selectAllChildren(text);
  }, [isOn]);
  return <span ref={box}>{children}</span>;
}
