import type { ReactNode } from 'react';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { filtersMachine } from '../../machines/catalogue/filters.machine.ts';
import { getActiveFilters, getChosenBrands } from '../../rules/catalogue/filters.ts';
import type { ActiveFilter } from '../../rules/catalogue/filters.ts';
import { formatSlug } from '../../rules/catalogue/list-query.ts';
import { assertPresent } from '../../rules/required.ts';
import { Button } from '../parts/button.tsx';
import { contents } from '../parts/contents.css.ts';
import { Icon } from '../parts/icon.tsx';
import { Deferred, DeferredVisibility } from '../parts/deferred.tsx';
import { List } from '../parts/list.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { MemoSubtree } from '../parts/memo-subtree.tsx';
import { VisuallyHidden } from '../parts/visually-hidden.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './filters.css.ts';
import * as texts from '../../texts/catalogue.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof filtersMachine> & {
  /** The price filter. */
  readonly price: ReactNode;
  /** Name of the chosen category. */
  readonly category: string;
};

/** Number of specification groups that are open at first. A group with a selected value is always open. */
const OPEN_GROUPS = 3;

/** The filters beside the list, in a drawer on small screens; none for the flash deals (§2 Filter sidebar, A43). */
export function FiltersView(props: Props) {
  const { snapshot, send, price, category } = props;
  if (snapshot.matches({ facets: 'flash' })) return null;
  const chosen = getChips(snapshot).length;
  const isOpen = snapshot.matches({ drawer: 'open' });
  return (
    <div className={styles.frame}>
      <div className={styles.opener}>
        <Button look="secondary" wide onClick={() => send({ type: 'drawer.open' })}>
          {chosen === 0 ? texts.filters : texts.chosenFilters(chosen)}
        </Button>
      </div>
      {isOpen && (
        <Modal title={texts.filters} look="drawer" keepsInput onDismiss={() => send({ type: 'drawer.close' })}>
          <Content {...props}>
            <Deferred>
              <Choices {...props} />
            </Deferred>
          </Content>
          <ModalActions>
            <ClearButton {...props}>{texts.clearAllFilters}</ClearButton>
            <Button onClick={() => send({ type: 'drawer.close' })}>{texts.showProducts}</Button>
          </ModalActions>
        </Modal>
      )}
      <DeferredVisibility isShown={!isOpen}>
        <MemoSubtree deps={[snapshot.context, snapshot.value.facets, price, category, send]}>
          {() => (
            <aside className={styles.panel} aria-label={texts.filters}>
              <div className={styles.top}>
                <h2 className={styles.heading}>{texts.filters}</h2>
                {chosen > 0 && <ClearButton {...props}>{texts.clearAll}</ClearButton>}
              </div>
              <Content {...props}>
                <Choices {...props} />
              </Content>
            </aside>
          )}
        </MemoSubtree>
      </DeferredVisibility>
    </div>
  );
}

/** The active filters above the available ones. Its start takes the focus when a chip disappears. */
function Content({ children, ...props }: Props & { readonly children: ReactNode }) {
  const { notice } = props.snapshot.context;
  return (
    <div className={styles.content}>
      <div role="group" aria-label={texts.filters} tabIndex={-1} data-filters="" className={styles.start} />
      <Chips {...props} />
      {notice !== null && (
        <p role="status" className={styles.notice}>
          {notice}
        </p>
      )}
      <div className={contents}>{children}</div>
    </div>
  );
}

function Choices(props: Props) {
  const { snapshot, price } = props;
  const isNothing = snapshot.matches({ facets: 'none' }) || snapshot.matches({ facets: 'failed' });
  return (
    <>
      {price}
      {isNothing && (
        <p role="status" className={styles.notice}>
          {texts.noFiltersAvailable}
        </p>
      )}
      {snapshot.context.facets === null && snapshot.matches({ facets: 'loading' }) && (
        <Spinner label={texts.loadingFilters} shown />
      )}
      {!isNothing && <Groups {...props} />}
    </>
  );
}

/** A press renders only its own group again: rendering all groups takes too long on a slow phone. */
function Groups({ snapshot, send }: Props) {
  const { facets, query } = snapshot.context;
  if (facets === null) return null;
  const { specifications } = facets;
  const chosen = getChosenBrands(query);
  const brands = addChosenBrands(facets.brands, chosen);
  return (
    <>
      {brands.length > 0 && (
        <MemoSubtree deps={[facets.brands, query.brand, send]}>
          {() => <Brands brands={brands} chosen={chosen} send={send} />}
        </MemoSubtree>
      )}
      {specifications.map(({ name, values }, index) => {
        const chosen = query.specs[name];
        const isOpen = index < OPEN_GROUPS || chosen !== undefined;
        return (
          <MemoSubtree key={name} deps={[values, chosen, isOpen, send]}>
            {() => <Specification name={name} values={values} chosen={chosen} isOpen={isOpen} send={send} />}
          </MemoSubtree>
        );
      })}
    </>
  );
}

function ClearButton({ snapshot, send, children }: Props & { readonly children: string }) {
  const canClear = snapshot.can({ type: 'filters.clear' });
  return (
    <Button
      look="quiet"
      {...(!canClear && { 'aria-disabled': true })}
      onClick={({ currentTarget }) => {
        if (!canClear) return;
        focusFilters(currentTarget);
        send({ type: 'filters.clear' });
      }}
    >
      {children}
    </Button>
  );
}

function Chips({ snapshot, send, category }: Props) {
  const filters = getChips(snapshot);
  if (filters.length === 0) return null;
  const remove = (filter: ActiveFilter) =>
    filter.kind === 'category'
      ? send({ type: 'category.choose', slug: null })
      : send({ type: 'filter.remove', filter });
  return (
    <List className={styles.chips} aria-label={texts.activeFilters}>
      {filters.map((filter) => {
        const name = filter.kind === 'category' ? category : getFilterName(filter, snapshot);
        return (
          <li key={name}>
            <button
              type="button"
              className={styles.chip}
              aria-label={texts.removeFilter(name)}
              onClick={({ currentTarget }) => {
                focusFilters(currentTarget);
                remove(filter);
              }}
            >
              <span>{name}</span>
              <Icon outline={outlines.close} size="s" />
            </button>
          </li>
        );
      })}
    </List>
  );
}

type Facets = NonNullable<Props['snapshot']['context']['facets']>;

function Brands({
  brands,
  chosen,
  send,
}: Pick<Facets, 'brands'> & { readonly chosen: readonly string[] } & Pick<Props, 'send'>) {
  return (
    <fieldset className={styles.group}>
      <legend>
        <VisuallyHidden>{texts.brand}</VisuallyHidden>
      </legend>
      <h3 className={styles.legend} aria-hidden="true">
        {texts.brand}
      </h3>
      <div className={styles.choices}>
        {brands.map(({ slug, name, productCount }) => (
          <label key={slug} className={styles.choice}>
            <input
              type="checkbox"
              name={`brand-${slug}`}
              className={styles.box}
              checked={chosen.includes(slug)}
              onChange={() => send({ type: 'brand.toggle', slug })}
            />
            <span className={styles.value}>{name}</span> <span className={styles.count}>{`(${productCount})`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SpecificationProps = Facets['specifications'][number] & {
  readonly chosen: string | undefined;
  readonly isOpen: boolean;
} & Pick<Props, 'send'>;

function Specification({ name, values, chosen, isOpen, send }: SpecificationProps) {
  return (
    <details className={styles.group} open={isOpen}>
      <summary className={styles.summary}>{name}</summary>
      <fieldset className={styles.choices}>
        <legend>
          <VisuallyHidden>{name}</VisuallyHidden>
        </legend>
        {addChosenValue(values, chosen).map(({ value, count }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name={`specification-${name}`}
              value={value}
              className={styles.box}
              checked={chosen === value}
              onChange={() => send({ type: 'specification.choose', name, value })}
            />
            <span className={styles.value}>{value}</span> <span className={styles.count}>{`(${count})`}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

/** Adds chosen brands without products, so that a shopper can deselect them (X35). */
function addChosenBrands(brands: Facets['brands'], chosen: readonly string[]): Facets['brands'] {
  const missing = chosen.filter((slug) => !brands.some((brand) => brand.slug === slug));
  return [
    ...brands,
    ...missing.map((slug) => ({ _id: slug, slug, name: formatSlug(slug), logo: null, productCount: 0 })),
  ];
}

type Values = SpecificationProps['values'];

function addChosenValue(values: Values, chosen: string | undefined): Values {
  return chosen === undefined || values.some(({ value }) => value === chosen)
    ? values
    : [...values, { value: chosen, count: 0 }];
}

function getChips({ context: { query, known } }: Props['snapshot']): readonly ActiveFilter[] {
  return getActiveFilters(query, known);
}

function getFilterName(filter: Exclude<ActiveFilter, { kind: 'category' }>, { context }: Props['snapshot']): string {
  if (filter.kind === 'specification') return `${filter.name}: ${filter.value}`;
  if (filter.kind === 'brand')
    return context.facets?.brands.find(({ slug }) => slug === filter.slug)?.name ?? formatSlug(filter.slug);
  const { minPrice, maxPrice } = filter;
  if (minPrice === null) return texts.priceUpTo(formatKsh(assertPresent(maxPrice)));
  return maxPrice === null
    ? texts.priceFrom(formatKsh(minPrice))
    : texts.priceBetween(formatKsh(minPrice), formatKsh(maxPrice));
}

/** The button disappears with the filter that it removes. */
function focusFilters(button: HTMLElement): void {
  button.closest('aside, dialog')?.querySelector<HTMLElement>('[data-filters]')?.focus({ preventScroll: true });
}
