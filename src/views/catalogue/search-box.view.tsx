import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { toPriceView } from '../../../contract/rules/price.ts';
import type { searchBoxMachine } from '../../machines/catalogue/search-box.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Icon } from '../parts/icon.tsx';
import { Link } from '../parts/link.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { Picture } from '../parts/picture.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './search-box.css.ts';
import * as texts from '../../texts/catalogue.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof searchBoxMachine>;

const KEYS = {
  ArrowDown: { type: 'highlight.down' },
  ArrowUp: { type: 'highlight.up' },
  Enter: { type: 'highlight.take' },
  Escape: { type: 'list.close' },
} as const;

/**
 * The search box (§2 Search box): a combobox by the ARIA pattern. As plain HTML it searches before and without the
 * page's code.
 */
export function SearchBoxView({ snapshot, send }: Props) {
  const { text, found, highlighted } = snapshot.context;
  const id = useId();
  const isListed = found.length > 0;
  const isNothing = snapshot.matches('noResults');
  return (
    <form
      action={paths.products}
      role="search"
      data-search=""
      className={styles.search}
      onSubmit={(event) => {
        event.preventDefault();
        if (snapshot.can({ type: 'search.submit' })) send({ type: 'search.submit' });
      }}
    >
      <input
        type="search"
        name="search"
        role="combobox"
        aria-label={texts.searchProducts}
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? id : undefined}
        aria-activedescendant={highlighted < 0 ? undefined : `${id}-${highlighted}`}
        placeholder={texts.searchProducts}
        value={text}
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        className={styles.field}
        onChange={({ target }) => send({ type: 'text.change', text: target.value })}
        onKeyDown={(event) => handleKey(event, { snapshot, send })}
      />
      <button type="submit" aria-label={texts.search} className={styles.button}>
        <Icon outline={outlines.search} />
      </button>
      {isListed && (
        <div id={id} role="listbox" aria-label={texts.suggestions} className={styles.panel}>
          {found.map((product, index) => (
            <Suggestion
              key={product._id}
              id={`${id}-${index}`}
              product={product}
              isHighlighted={index === highlighted}
              onFollow={() => send({ type: 'suggestion.follow' })}
            />
          ))}
        </div>
      )}
      {/* The previous list stays while the shopper types, so that single keys announce nothing (X84). */}
      <LiveRegion message={isListed ? formatCount(found.length) : null} />
      <div className={isNothing ? styles.panel : undefined}>
        <p role="status" className={isNothing ? styles.none : undefined}>
          {isNothing && texts.nothingFoundFor(text.trim())}
        </p>
        {isNothing && (
          <Link
            to={paths.searchFor(text.trim())}
            className={styles.anyway}
            onClick={() => send({ type: 'suggestion.follow' })}
          >
            {texts.searchAnyway}
          </Link>
        )}
      </div>
    </form>
  );
}

function formatCount(suggestions: number): string {
  return suggestions === 1 ? texts.oneSuggestion : texts.severalSuggestions(suggestions);
}

interface SuggestionProps {
  readonly id: string;
  readonly product: Product;
  readonly isHighlighted: boolean;
  readonly onFollow: () => void;
}

function Suggestion({ id, product, isHighlighted, onFollow }: SuggestionProps) {
  return (
    <Link
      id={id}
      role="option"
      aria-selected={isHighlighted}
      // The focus stays in the box, whose arrow keys move the highlight.
      tabIndex={-1}
      to={paths.suggestion(product)}
      className={styles.option}
      onClick={onFollow}
    >
      <Picture src={product.images[0]} alt="" sizes="48px" />
      <span className={styles.name}>{product.name}</span>{' '}
      <span className={styles.price}>{formatKsh(toPriceView(product).price)}</span>
    </Link>
  );
}

/** A key that the box does not use keeps its default behaviour. */
function handleKey(event: KeyboardEvent, { snapshot, send }: Props) {
  const meant = Object.hasOwn(KEYS, event.key) ? KEYS[event.key as keyof typeof KEYS] : null;
  if (meant === null || event.nativeEvent.isComposing || !snapshot.can(meant)) return;
  event.preventDefault();
  send(meant);
}
