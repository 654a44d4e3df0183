import { useId, useRef } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import * as styles from './tabs.css.ts';

interface TabsProps<Id extends string> {
  /** Accessible name of the row of tabs. */
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly title: string }[];
  readonly open: Id;
  readonly onOpen: (id: Id) => void;
  /** The panel of the open tab. */
  readonly children: ReactNode;
}

/** A row of tabs over one panel. Arrow keys, Home and End move and open (WAI-ARIA tabs pattern). */
export function Tabs<Id extends string>({ label, tabs, open, onOpen, children }: TabsProps<Id>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === open);
    const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const all = row.current?.querySelectorAll<HTMLElement>('[role="tab"]');
    const tab = all?.[(next + tabs.length) % tabs.length];
    tab?.click();
    tab?.focus();
  };
  return (
    <div>
      <div ref={row} role="tablist" aria-label={label} className={styles.row} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === open}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === open ? 0 : -1}
            className={styles.tab}
            onClick={tab.id === open ? undefined : () => onOpen(tab.id)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} className={styles.panel}>
        {children}
      </div>
    </div>
  );
}
