import type { categoryNavMachine } from '../../machines/catalogue/category-nav.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { ScrollStrip } from '../parts/scroll-strip.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './category-nav.css.ts';
import * as texts from '../../texts/catalogue.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof categoryNavMachine>;

/** The category nav bar on every page (§2 Category nav bar, A59). */
export function CategoryNavView({ snapshot, send }: Props) {
  return (
    <div className={styles.bar}>
      {snapshot.matches({ load: 'ready' }) && <Entries snapshot={snapshot} send={send} />}
      {snapshot.matches({ load: 'failed' }) && (
        <div className={styles.inner}>
          <p role="status" className={styles.problem}>
            {snapshot.context.problem?.text}
          </p>
        </div>
      )}
    </div>
  );
}

function Entries({ snapshot, send }: Props) {
  const { categories, current, position } = snapshot.context;
  return (
    <nav aria-label={texts.categories} className={styles.inner}>
      <ScrollStrip
        className={styles.strip}
        position={position}
        shown={current}
        onMeasure={(measured) => send({ type: 'strip.measured', ...measured })}
      >
        {categories?.map(({ slug, name }) => (
          <li key={slug}>
            <Link
              to={paths.category(slug)}
              className={styles.entry}
              aria-current={slug === current ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ScrollStrip>
      {snapshot.can({ type: 'scroll.left' }) && (
        <button
          type="button"
          // Not focusable: by keyboard the focus scrolls the strip, and an arrow that disappears would take the focus
          // along.
          tabIndex={-1}
          aria-label={texts.scrollCategoriesLeft}
          className={styles.left}
          onClick={() => send({ type: 'scroll.left' })}
        >
          <Icon outline={outlines.chevronLeft} />
        </button>
      )}
      {snapshot.can({ type: 'scroll.right' }) && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={texts.scrollCategoriesRight}
          className={styles.right}
          onClick={() => send({ type: 'scroll.right' })}
        >
          <Icon outline={outlines.chevronRight} />
        </button>
      )}
    </nav>
  );
}
