import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { codCapNote } from '../../../contract/rules/checkout.ts';
import { ksh } from '../../../contract/rules/money.ts';
import type { checkoutMachine } from '../../machines/checkout.machine.ts';
import { paths } from '../../routes/paths.ts';
import { ChangesList } from '../cart/changes-list.tsx';
import { Summary } from '../cart/summary.tsx';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Form } from '../parts/form.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Picture } from '../parts/picture.tsx';
import { RadioCard, RadioGroup } from '../parts/radio-card.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './checkout.css.ts';
import { DetailsCard } from './details.tsx';
import { ReviewChanges } from './review-changes.tsx';

type Props = ViewProps<typeof checkoutMachine>;

interface Parts {
  /** The choice of delivery. */
  readonly delivery: ReactNode;
  /** What the shop is doing with the order, while it is being placed. */
  readonly placement: ReactNode;
}

export function CheckoutView(props: Props & Parts) {
  const { snapshot, send } = props;
  if (snapshot.matches('empty')) {
    return (
      <EmptyState
        title="Your cart is empty"
        icon="cart"
        level={1}
        actions={<LinkButton to={paths.home}>Continue Shopping</LinkButton>}
      />
    );
  }
  if (snapshot.matches('loadingUser')) return <PageSpinner label="Loading your details" />;
  if (snapshot.status === 'done') return <PageSpinner label="One moment" />;
  return (
    <>
      <PageTitle>Checkout</PageTitle>
      <Form label="Checkout" onSubmit={() => send({ type: 'order.place' })}>
        <Problems {...props} />
        <div className={styles.layout}>
          <div className={styles.main}>
            <Items {...props} />
            <Card><Payment {...props} /></Card>
            <Card>{props.delivery}</Card>
            <DetailsCard
              details={snapshot.context.details}
              badFields={snapshot.context.badFields}
              problem={snapshot.context.problem?.text ?? null}
              onChange={(field, value) => send({ type: 'field.change', field, value })}
              notice={snapshot.matches({ form: { editing: 'changedAddress' } }) ? {
                isOn: snapshot.context.savesAddress,
                onChange: (isOn) => send({ type: 'addressSaving.change', isOn }),
              } : null}
            />
          </div>
          <Order {...props} />
        </div>
      </Form>
      {snapshot.matches('reviewChanges') && (
        <ReviewChanges
          changes={snapshot.context.review}
          lines={snapshot.context.cart.items}
          onAccept={() => send({ type: 'review.accept' })}
          onBack={() => send({ type: 'review.back' })}
        />
      )}
    </>
  );
}

function Problems({ snapshot, send }: Props) {
  const { problem, badFields, user, changes, cart } = snapshot.context;
  return (
    <>
      {/* What is wrong with a field is said at the field, where the focus goes. */}
      <Alert problem={badFields.length > 0 ? null : problem} takeFocus>
        {snapshot.matches({ form: 'userFailed' }) && (
          <Button look="secondary" onClick={() => send({ type: 'profile.retry' })}>Try Again</Button>
        )}
        {user === null && <LinkButton look="secondary" to={paths.login} state={{ origin: paths.checkout }}>Login</LinkButton>}
      </Alert>
      {changes.length > 0 && (
        <Notice tone="warn" onDismiss={() => send({ type: 'notice.dismiss' })}>
          <p>Prices or stock have changed since you added these items.</p>
          <ChangesList changes={changes} lines={cart.items} />
        </Notice>
      )}
    </>
  );
}

function Items({ snapshot, send }: Props) {
  return (
    <Card title="Order Items">
      <ul className={styles.lines} tabIndex={-1} aria-label="Items in your order">
        {snapshot.context.cart.items.map(({ id, name, image, price, quantity }) => (
          <li key={id} className={styles.line}>
            <div className={styles.picture}><Picture src={image} alt="" sizes="64px" /></div>
            <div className={styles.text}>
              <span>{name}</span>
              <span className={styles.small}>{quantity} × {ksh(price)}</span>
            </div>
            <RemoveButton label={name} onRemove={() => send({ type: 'line.remove', id })} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Payment({ snapshot, send }: Props) {
  const { payment, payments, cart, codMax } = snapshot.context;
  return (
    <RadioGroup legend="Payment method">
      <RadioCard
        name="payment"
        value="mpesa"
        title="M-Pesa Express"
        note={payments.includes('mpesa') ? 'Pay with your phone' : 'Coming soon'}
        checked={payment === 'mpesa'}
        disabled={!payments.includes('mpesa')}
        onChange={() => send({ type: 'payment.change', method: 'mpesa' })}
      />
      <RadioCard
        name="payment"
        value="cod"
        title="Cash on Delivery"
        note={codCapNote(cart.totalAmount, codMax) ?? 'Pay when your order arrives'}
        checked={payment === 'cod'}
        disabled={codCapNote(cart.totalAmount, codMax) !== null}
        onChange={() => send({ type: 'payment.change', method: 'cod' })}
      />
    </RadioGroup>
  );
}

function Order({ snapshot, placement }: Props & Parts) {
  const { cart, payment } = snapshot.context;
  return (
    <div className={styles.aside}>
      <Summary
        rows={[
          { label: 'Subtotal', value: ksh(cart.totalAmount) },
          { label: 'Delivery', value: 'Free' },
          { label: 'Tax', value: ksh(0) },
        ]}
        total={ksh(cart.totalAmount)}
      >
        <p className={styles.small}>VAT included</p>
        <p className={styles.small}>
          By placing your order you agree to our <Link to={paths.terms}>Terms of Service</Link> and{' '}
          <Link to={paths.privacy}>Privacy Policy</Link>.
        </p>
      </Summary>
      <div className={styles.bar}>
        {placement}
        <Button wide type="submit" busy={snapshot.hasTag('busy')}>
          {payment === 'mpesa' ? 'Pay with M-Pesa' : 'Confirm Order'}
        </Button>
      </div>
    </div>
  );
}
