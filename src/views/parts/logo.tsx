import { shop } from '../../../contract/shop.config.ts';
import * as styles from './logo.css.ts';

/** The shop's mark and name: a duka's front with its awning, and the light above the door. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <svg className={styles.mark} viewBox="0 0 34 34" aria-hidden="true">
        <rect width="34" height="34" rx="9" className={styles.ground} />
        <path
          d="M7 14 9 8.5h16l2 5.5a3.3 3.3 0 0 1-6.7 0 3.3 3.3 0 0 1-6.6 0 3.3 3.3 0 0 1-6.7 0ZM9.5 19v7h15v-7"
          className={styles.basket}
        />
        <circle cx="17" cy="22" r="2.2" className={styles.light} />
      </svg>
      <span translate="no">{shop.name}</span>
    </span>
  );
}
