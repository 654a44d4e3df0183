import { formatListQuery } from '../../rules/catalogue/list-query.ts';
import type { ListQuery } from '../../rules/catalogue/list-query.ts';
import type { ComposeEnv } from '../env.ts';

/** Returns the address of a query on the current page, /products or /search. */
export function formatListAddress({ place }: Pick<ComposeEnv, 'place'>, query: ListQuery): string {
  return `${place().pathname}${formatListQuery(query)}`;
}
