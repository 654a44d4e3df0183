import type { ReactNode } from 'react';
import { hidden } from './visually-hidden.css.ts';

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { readonly children: ReactNode }) {
  return <span className={hidden}>{children}</span>;
}
