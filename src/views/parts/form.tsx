import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import * as styles from './form.css.ts';

interface FormProps {
  readonly children: ReactNode;
  /** Accessible name of the form. */
  readonly label?: string;
  readonly onSubmit: () => void;
}

/**
 * A form without the browser's own messages. After a submit the focus moves to the first field with `aria-invalid`:
 * immediately, or when the server's reply marks it. Typing meanwhile cancels that.
 */
export function Form({ children, label, onSubmit }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isWatching = useRef(false);
  const focusFirstBad = () => {
    const bad = isWatching.current && form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (!bad) return;
    isWatching.current = false;
    bad.focus();
  };
  // After every render, because new invalid fields are known only then.
  useEffect(focusFirstBad);
  return (
    <form
      ref={form}
      noValidate
      method="post"
      aria-label={label}
      className={styles.form}
      onInput={() => (isWatching.current = false)}
      onSubmit={(event) => {
        event.preventDefault();
        isWatching.current = true;
        onSubmit();
        // If the same fields are still invalid, nothing renders; React's own update is queued before this.
        queueMicrotask(focusFirstBad);
      }}
    >
      {children}
    </form>
  );
}
