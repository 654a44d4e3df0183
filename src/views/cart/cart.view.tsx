import type { ReactNode } from 'react';
import { getCartRefusal, getOrderableCart } from '../../rules/cart/orderable.ts';
import type { CartLine } from '../../rules/cart/cart.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { cartMachine } from '../../machines/cart/cart.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Badge } from '../parts/badge.tsx';
import { LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Split } from '../parts/layout.tsx';
import { Price } from '../parts/price.tsx';
import { ProductLine, ProductLines } from '../parts/product-lines.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import { Stepper } from '../parts/stepper.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './cart.css.ts';
import { ChangesList } from './changes-list.tsx';
import { Summary } from './summary.tsx';
import * as texts from '../../texts/cart.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof cartMachine>;

/** `proceed` is the next step: to the checkout, or to the login for a guest. */
export function CartView({ snapshot, send, proceed }: Props & { readonly proceed: ReactNode }) {
  if (snapshot.matches({ items: 'starting' })) return <PageSpinner label={texts.loadingYourCart} />;
  const { cart, stock } = snapshot.context;
  const { items } = cart;
  const memoryOnly = snapshot.matches({ storage: 'memoryOnly' }) && <Notice tone="warn">{texts.cartNotSaved}</Notice>;
  if (items.length === 0) {
    return (
      <>
        {memoryOnly}
        <EmptyState
          title={texts.yourCartIsEmpty}
          icon={outlines.cart}
          level={1}
          actions={<LinkButton to={paths.home}>{texts.continueShopping}</LinkButton>}
        />
      </>
    );
  }
  const { totalQuantity, totalAmount } = getOrderableCart(cart, stock);
  const refusal = getCartRefusal(cart, stock);
  return (
    <>
      <PageTitle>{texts.yourCart}</PageTitle>
      {memoryOnly}
      {snapshot.matches({ check: 'noticed' }) && (
        <Notice tone="warn" onDismiss={() => send({ type: 'notice.dismiss' })}>
          <p>{texts.pricesOrStockChanged}</p>
          <ChangesList changes={snapshot.context.changes} lines={items} />
        </Notice>
      )}
      <Split
        aside={
          <Summary
            rows={[
              { label: texts.items, value: String(totalQuantity) },
              { label: texts.delivery, value: texts.free },
            ]}
            total={formatKsh(totalAmount)}
          >
            {refusal === null ? proceed : <Notice tone="warn">{refusal}</Notice>}
          </Summary>
        }
      >
        <ProductLines label={texts.itemsInYourCart}>
          {items.map((line) => (
            <Line key={line.id} line={line} snapshot={snapshot} send={send} />
          ))}
        </ProductLines>
      </Split>
    </>
  );
}

function Line({ line, snapshot, send }: Props & { readonly line: CartLine }) {
  const { id, name, category, price, image, quantity } = line;
  const isOrderable = snapshot.can({ type: 'quantity.change', id, quantity });
  return (
    <ProductLine
      name={name}
      image={image}
      to={paths.product(id)}
      controls={
        <>
          {isOrderable && (
            <Stepper
              label={name}
              value={quantity}
              stock={snapshot.context.stock[id] ?? null}
              canDecrease={snapshot.can({ type: 'quantity.decrease', id })}
              canIncrease={snapshot.can({ type: 'quantity.increase', id })}
              onDecrease={() => send({ type: 'quantity.decrease', id })}
              onIncrease={() => send({ type: 'quantity.increase', id })}
              onChange={(typed) => send({ type: 'quantity.change', id, quantity: typed })}
            />
          )}
          <RemoveButton label={name} onRemove={() => send({ type: 'line.remove', id })} />
        </>
      }
    >
      {category !== '' && <span className={styles.category}>{category}</span>}
      <Price price={price} />
      {!isOrderable && <Badge tone="dark">{texts.soldOut}</Badge>}
      {!isOrderable && <span className={styles.category}>{texts.quantityLabel(quantity)}</span>}
    </ProductLine>
  );
}
