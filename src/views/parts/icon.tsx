import * as styles from './icon.css.ts';

interface IconProps {
  /** One of ./outlines.ts. */
  readonly outline: string;
  readonly size?: keyof typeof styles.icon;
}

/** Decoration beside a text, hidden from screen readers. */
export function Icon({ outline, size = 'm' }: IconProps) {
  return (
    <svg className={styles.icon[size]} viewBox="0 0 24 24" aria-hidden="true">
      <path d={outline} />
    </svg>
  );
}
