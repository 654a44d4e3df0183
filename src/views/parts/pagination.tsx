import { Link } from './link.tsx';
import { List } from './list.tsx';
import { getPageWindow } from '../../rules/pagination.ts';
import * as styles from './pagination.css.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import * as texts from '../../texts/common.ts';

interface PaginationProps {
  readonly page: number;
  readonly pages: number;
  /** Returns the address of a page. */
  readonly to: (page: number) => string;
}

/**
 * First page, a window around the current one, last page, Previous and Next (§2 Products). Renders nothing without
 * pages.
 */
export function Pagination({ page, pages, to }: PaginationProps) {
  if (pages < 1) return null;
  return (
    <nav aria-label={texts.pages}>
      <List className={styles.list}>
        <li className={styles.step}>
          {page > 1 ? (
            <Link to={to(page - 1)} rel="prev" className={styles.end}>
              {texts.previous}
            </Link>
          ) : (
            <span className={styles.off}>{texts.previous}</span>
          )}
        </li>
        {getPageWindow(page, pages).map((number, index) =>
          number === null ? (
            <li key={`gap-${index}`} aria-hidden="true" className={styles.gap}>
              …
            </li>
          ) : (
            <li key={number}>
              <Link to={to(number)} className={styles.page} aria-current={number === page ? 'page' : undefined}>
                <VisuallyHidden>{texts.pageBefore}</VisuallyHidden>
                <span>{number}</span>
              </Link>
            </li>
          ),
        )}
        <li className={styles.step}>
          {page < pages ? (
            <Link to={to(page + 1)} rel="next" className={styles.end}>
              {texts.next}
            </Link>
          ) : (
            <span className={styles.off}>{texts.next}</span>
          )}
        </li>
      </List>
    </nav>
  );
}
