import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { toPriceView } from '../../../contract/rules/price.ts';
import { filtersMachines } from '../../compose/catalogue/filters.ts';
import type { productListMachine } from '../../machines/catalogue/product-list.machine.ts';
import { facetsRequest, priceRangeRequest } from '../../rules/catalogue/filter-requests.ts';
import { parseListQuery } from '../../rules/catalogue/list-query.ts';
import { FiltersView } from '../../views/catalogue/filters.view.tsx';
import { PriceFilterView } from '../../views/catalogue/price-filter.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { usePageData } from '../page-data.ts';
import { useRootActor } from '../root-actor.ts';

const Filters = connect(FiltersView);
const PriceFilter = connect(PriceFilterView);

type List = Pick<ActorRefFrom<typeof productListMachine>, 'getSnapshot' | 'subscribe'>;

/** The filters beside the list. The address holds the chosen filters. */
export default function FilterSidebar({ list, category }: { readonly list: List; readonly category: string }) {
  const machines = useMachines(filtersMachines);
  const { search } = useLocation();
  const query = parseListQuery(search);
  const facets = usePageData('/products/facets', facetsRequest(query))?.data ?? null;
  const range = usePageData('/products/price-range', priceRangeRequest(query))?.data ?? null;
  const filters = useRootActor(machines.filters, { input: { query, loaded: facets } });
  const price = useRootActor(machines.priceFilter, { input: { query, loaded: range } });
  useEffect(() => {
    filters.send({ type: 'address.changed', query: parseListQuery(search) });
    price.send({ type: 'address.changed', query: parseListQuery(search) });
  }, [filters, price, search]);
  // The prices of the list replace a range that could not be loaded (A6).
  useEffect(() => {
    const tell = () => {
      const snapshot = list.getSnapshot();
      if (snapshot.hasTag('busy')) return;
      const products = snapshot.context.page?.products;
      price.send({
        type: 'products.known',
        prices: products?.map((product) => toPriceView(product).price) ?? null,
      });
    };
    tell();
    const subscription = list.subscribe(tell);
    return () => subscription.unsubscribe();
  }, [list, price]);
  return <Filters actor={filters} category={category} price={<PriceFilter actor={price} />} />;
}
