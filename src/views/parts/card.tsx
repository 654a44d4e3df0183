import { useId } from 'react';
import type { ReactNode } from 'react';
import * as styles from './card.css.ts';

interface CardProps {
  /** Its heading, if it has one. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** A white box on the page's ground; with a title it is a section of its own. */
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
