import { useId } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from '../parts/link.tsx';
import type { PaymentMethod } from '../../../contract/orders.ts';
import { getCartRefusal, isSoldOut } from '../../rules/cart/orderable.ts';
import type { CartLine } from '../../rules/cart/cart.ts';
import {
  getPaymentMethod,
  getPaymentRefusal,
  getMethodRefusals,
  getOrderTotal,
} from '../../rules/checkout/order-form.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { checkoutMachine } from '../../machines/checkout/checkout.machine.ts';
import { paths } from '../../rules/paths.ts';
import { ChangesList } from '../cart/changes-list.tsx';
import { Summary } from '../cart/summary.tsx';
import { Alert } from '../parts/alert.tsx';
import { Badge } from '../parts/badge.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { focusPart } from '../parts/focus-control.ts';
import { Form } from '../parts/form.tsx';
import { List } from '../parts/list.tsx';
import { Notice } from '../parts/notice.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Picture } from '../parts/picture.tsx';
import { RadioCard, RadioGroup } from '../parts/radio-card.tsx';
import { RemoveButton } from '../parts/remove-button.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './checkout.css.ts';
import { DetailsCard } from './details.tsx';
import { ReviewChanges } from './review-changes.tsx';
import * as texts from '../../texts/checkout.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof checkoutMachine>;

type ShownLine = Pick<CartLine, 'id' | 'name' | 'image' | 'price' | 'quantity'>;

interface NestedViews {
  /** The delivery method. */
  readonly delivery: ReactNode;
  /** Status at the button: progress of the order, or why the payment failed. */
  readonly status: ReactNode;
  /** The dialogs of the payment, over the page. */
  readonly dialog: ReactNode;
}

/** The dialogs keep one position in the tree, so that they survive changes of the page under them. */
export function CheckoutView(props: Props & NestedViews) {
  return (
    <>
      <Body {...props} />
      {props.dialog}
    </>
  );
}

function Body(props: Props & NestedViews) {
  const { snapshot, send, status } = props;
  const { cart, draft, review } = snapshot.context;
  // A resumed payment needs no cart.
  const isBare =
    snapshot.matches({ form: 'purchasing' }) && (draft?.orderItems ?? []).length === 0 && cart.items.length === 0;
  if (snapshot.matches('empty') || isBare) {
    return (
      <>
        <EmptyState
          title={texts.yourCartIsEmpty}
          icon={outlines.cart}
          level={1}
          actions={<LinkButton to={paths.home}>{texts.continueShopping}</LinkButton>}
        />
        {isBare && status}
      </>
    );
  }
  if (snapshot.matches('loadingUser')) return <PageSpinner label={texts.loadingYourDetails} />;
  if (snapshot.status === 'done') return <PageSpinner label={texts.oneMoment} />;
  return (
    <>
      <PageTitle>{texts.checkout}</PageTitle>
      <Form label={texts.checkout} onSubmit={() => send({ type: 'order.place' })}>
        <Problems {...props} />
        <Order {...props} />
      </Form>
      {snapshot.matches('reviewChanges') && (
        <ReviewChanges
          changes={review}
          lines={cart.items}
          onAccept={() => send({ type: 'review.accept' })}
          onBack={() => send({ type: 'review.back' })}
        />
      )}
    </>
  );
}

/** Items, payment and delivery, beside the total and the button. */
function Order(props: Props & NestedViews) {
  const { cart, stock } = props.snapshot.context;
  const why = useId();
  const ofPayment = getPaymentRefusal(props.snapshot.context);
  const ofCart = props.snapshot.hasTag('busy') ? null : getCartRefusal(cart, stock);
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <Items {...props} />
        <Card>
          <Payment {...props} refusal={ofPayment} why={ofCart === null ? why : null} />
        </Card>
        <Card>{props.delivery}</Card>
        <Recipient {...props} />
      </div>
      <div className={styles.aside}>
        <Sum {...props} />
        {/* Outside the bar, which would cover the focused element on a phone. */}
        {ofCart !== null && <Reason why={why}>{ofCart}</Reason>}
        <div className={styles.bar}>
          {props.status}
          <PlaceButton snapshot={props.snapshot} why={(ofCart ?? ofPayment) === null ? null : why} />
        </div>
      </div>
    </div>
  );
}

/** Shows the ordered items while the order is under way: paid lines leave the cart before the page closes (U6). */
function getShownItems({ snapshot }: Props): { readonly items: readonly ShownLine[]; readonly total: number } {
  const draft = snapshot.matches({ form: { purchasing: 'underWay' } }) ? snapshot.context.draft : null;
  if (draft === null) return { items: snapshot.context.cart.items, total: getOrderTotal(snapshot.context) };
  return { items: draft.orderItems.map(({ product, ...line }) => ({ id: product, ...line })), total: draft.totalPrice };
}

function Recipient({ snapshot, send }: Props) {
  const { details, delivery, badFields, problem, savesAddress } = snapshot.context;
  return (
    <DetailsCard
      details={details}
      isPickup={delivery.method === 'pickup_station'}
      badFields={badFields}
      problem={problem?.text ?? null}
      readOnly={!snapshot.can({ type: 'field.change', field: 'name', value: '' })}
      onChange={(field, value) => send({ type: 'field.change', field, value })}
      notice={
        snapshot.matches({ form: { editing: 'changedAddress' } })
          ? {
              isOn: savesAddress,
              onChange: (isOn) => send({ type: 'addressSaving.change', isOn }),
            }
          : null
      }
    />
  );
}

function Problems({ snapshot, send }: Props) {
  const { problem, badFields, user, changes, cart } = snapshot.context;
  return (
    <>
      {/* An error of a field appears at the field, which takes the focus. */}
      <Alert problem={badFields.length > 0 ? null : problem} takeFocus>
        {snapshot.matches({ form: 'userFailed' }) && <RetryButton onRetry={() => send({ type: 'profile.retry' })} />}
        {user === null && (
          <LinkButton look="secondary" to={paths.login} state={{ origin: paths.checkout }}>
            {texts.login}
          </LinkButton>
        )}
      </Alert>
      {changes.length > 0 && (
        <Notice tone="warn" onDismiss={() => send({ type: 'notice.dismiss' })}>
          <p>{texts.pricesOrStockChanged}</p>
          <ChangesList changes={changes} lines={cart.items} />
        </Notice>
      )}
    </>
  );
}

function Items(props: Props) {
  return (
    <Card title={texts.orderItems}>
      <List className={styles.lines} tabIndex={-1} aria-label={texts.itemsInYourOrder}>
        {getShownItems(props).items.map(({ id, name, image, price, quantity }) => (
          <li key={id} className={styles.line}>
            <div className={styles.picture}>
              <Picture src={image} alt="" sizes="64px" />
            </div>
            <div className={styles.text}>
              <span>{name}</span>
              <span className={styles.small}>{`${quantity} × ${formatKsh(price)}`}</span>
              {isSoldOut({ id }, props.snapshot.context.stock) && <Badge tone="dark">{texts.soldOut}</Badge>}
            </div>
            <RemoveButton
              label={name}
              disabled={!props.snapshot.can({ type: 'line.remove', id })}
              onRemove={() => props.send({ type: 'line.remove', id })}
            />
          </li>
        ))}
      </List>
    </Card>
  );
}

const WAYS: readonly (readonly [PaymentMethod, string, string])[] = [
  ['mpesa', texts.mPesaExpress, texts.payWithYourPhone],
  ['cod', texts.cashOnDelivery, texts.payOnArrival],
];

interface RefusalProps extends ReasonProps {
  /** Why no payment method accepts the order, or `null`. */
  readonly refusal: string | null;
}

function Payment({ snapshot, send, refusal, why }: Props & RefusalProps) {
  const { payments, limits } = snapshot.context;
  const prompt = limits?.prompt ?? 'open';
  const payment = getPaymentMethod(snapshot.context);
  const refusals = getMethodRefusals(snapshot.context);
  return (
    <>
      <RadioGroup legend={texts.paymentMethod}>
        {WAYS.filter(([method]) => payments.includes(method)).map(([method, title, note]) => (
          <RadioCard
            key={method}
            name="payment"
            value={method}
            title={title}
            note={
              (refusal === null ? refusals[method] : null) ??
              (method === 'mpesa' && prompt !== 'open' ? texts.prompts[prompt] : note)
            }
            checked={payment === method}
            disabled={!snapshot.can({ type: 'payment.change', method })}
            onChange={() => send({ type: 'payment.change', method })}
          />
        ))}
      </RadioGroup>
      {refusal !== null && <Reason why={why}>{refusal}</Reason>}
      {refusals.mpesa !== null && (
        <p className={styles.small}>
          <span>{refusal === null ? texts.helpOrCash : texts.helpBefore}</span>
          <Link to={paths.contact}>{texts.helpLink}</Link>
          <span>.</span>
        </p>
      )}
    </>
  );
}

interface ReasonProps {
  /**
   * Id of the text that explains why the button is disabled (X33). The text appears once, and the button references it.
   * `null` when the button is enabled.
   */
  readonly why: string | null;
}

function Reason({ why, children }: ReasonProps & { readonly children: string }) {
  return (
    <div id={why ?? undefined} tabIndex={-1}>
      <Notice tone="warn">{children}</Notice>
    </div>
  );
}

/** While disabled, the button keeps the focus, and a press shows the reason. */
function PlaceButton({ snapshot, why }: Pick<Props, 'snapshot'> & ReasonProps) {
  const isBusy = snapshot.hasTag('busy');
  const off = why !== null && {
    'aria-disabled': true,
    'aria-describedby': why,
    onClick: (event: MouseEvent<HTMLButtonElement>) => {
      event.preventDefault();
      focusPart(event.currentTarget, 'form', `[id="${why}"]`);
    },
  };
  return (
    <Button wide type="submit" busy={isBusy} {...off}>
      {getPaymentMethod(snapshot.context) === 'mpesa' ? texts.payWithMPesa : texts.confirmOrder}
    </Button>
  );
}

function Sum(props: Props) {
  const { total } = getShownItems(props);
  return (
    <Summary
      rows={[
        { label: texts.subtotal, value: formatKsh(total) },
        { label: texts.delivery, value: texts.free },
        { label: texts.tax, value: formatKsh(0) },
      ]}
      total={formatKsh(total)}
    >
      <p className={styles.small}>{texts.vatIncluded}</p>
      <p className={styles.small}>
        {texts.agreeBefore}
        <Link to={paths.terms}>{texts.agreeTermsLink}</Link>
        {texts.agreeBetween} <Link to={paths.privacy}>{texts.agreePrivacyLink}</Link>.
      </p>
    </Summary>
  );
}
