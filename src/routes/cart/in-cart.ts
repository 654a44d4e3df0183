import { useMemo } from 'react';
import { useApp } from '../app-context.tsx';
import { useSelected } from '../connect.tsx';

/** Returns the quantity in the cart by product id. The map keeps its identity while nothing changes. */
export function useInCart(): ReadonlyMap<string, number> {
  const { cart, first } = useApp();
  const pieces = useSelected(cart, first.cart, ({ context }) =>
    JSON.stringify(context.cart.items.map(({ id, quantity }) => [id, quantity])),
  );
  return useMemo(() => new Map(JSON.parse(pieces) as [string, number][]), [pieces]);
}
