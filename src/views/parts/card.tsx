import { useId } from 'react';
import type { ReactNode } from 'react';
import * as styles from './card.css.ts';

interface CardProps {
  /** Optional heading. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A white box on the page's background. With a title it is a section. */
export function Card({ title, children }: CardProps) {
  const id = useId();
  if (title === undefined) return <div className={styles.card}>{children}</div>;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
