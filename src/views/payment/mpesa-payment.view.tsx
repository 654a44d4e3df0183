import { paths } from '../../rules/paths.ts';
import { formatClock, getSecondsUntil } from '../../rules/countdown.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { PAYMENT_TIMED_OUT } from '../../rules/payment/payment.ts';
import { getCashTime, getSendAgainTime } from '../../rules/payment/payment-times.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import type { mpesaPaymentMachine } from '../../machines/payment/mpesa-payment.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { Notice } from '../parts/notice.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { NestedProof } from './phone-proof.view.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './mpesa-payment.css.ts';
import { PaymentBar, PaymentMessage } from './payment-bar.tsx';
import { PaymentProblem } from './payment-problem.tsx';
import { TryAgain, RetryButtons } from './try-again.tsx';
import * as texts from '../../texts/payment.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof mpesaPaymentMachine>;

interface HandProps {
  /** Whether the shop takes payments by hand (PAY-C1). */
  readonly hasHand?: boolean;
}

/** The content of the checkout's payment dialog. */
export function MpesaPaymentStep({ proof, ...props }: Props & HandProps & NestedProof) {
  const { snapshot } = props;
  if (snapshot.hasTag('proving') && !snapshot.hasTag('over')) return proof;
  if (snapshot.matches('requestingPush')) {
    return (
      <FocusHere key="busy" className={styles.step}>
        <div data-busy>
          <Spinner label={texts.sendingPromptLabel} shown />
        </div>
      </FocusHere>
    );
  }
  if (snapshot.matches({ unpaid: 'otherWays' }) || snapshot.matches('changingToCash')) {
    return (
      <FocusHere key="ways" className={styles.step}>
        <PaymentProblem problem={snapshot.context.problem} tone="warn" />
        <div className={styles.offers}>
          <OtherWays {...props} />
          <TryAgain {...props} look="secondary" />
        </div>
      </FocusHere>
    );
  }
  if (snapshot.matches('unpaid')) {
    return (
      <FocusHere key="end">
        <PaymentProblem
          problem={snapshot.context.problem}
          tone={snapshot.matches({ unpaid: 'failed' }) ? 'bad' : 'warn'}
        />
        <Tips names={snapshot.context.tips} {...props} />
        <HandOffer {...props} />
      </FocusHere>
    );
  }
  return snapshot.matches('pending') ? <Waiting {...props} /> : null;
}

/** Why the payment failed, beside the form, until the next action (U3). */
export function MpesaPaymentAlert({ onAskPhone, ...props }: Props & HandProps & { readonly onAskPhone: () => void }) {
  if (!props.snapshot.matches('unpaid')) return null;
  return (
    <Alert problem={props.snapshot.context.problem} takeFocus>
      <Tips names={props.snapshot.context.tips} {...props} />
      <TryAgain look="secondary" onAskPhone={onAskPhone} {...props} />
      <HandOffer {...props} />
    </Alert>
  );
}

/** Ways to pay while M-Pesa sends no prompts, the surest one first (PAY-M2). */
function OtherWays({ snapshot, send }: Props) {
  const { ways } = snapshot.context;
  const isSwitching = snapshot.hasTag('switching');
  return (
    <>
      {ways.includes('hand') && (
        <Button disabled={isSwitching} onClick={() => send({ type: 'payment.byHand' })}>
          {texts.payByHand}
        </Button>
      )}
      {ways.includes('cod') && (
        <Button
          look={ways.includes('hand') ? 'secondary' : 'primary'}
          busy={isSwitching}
          disabled={!isSwitching && !snapshot.can({ type: 'payment.payOnDelivery' })}
          onClick={() => send({ type: 'payment.payOnDelivery' })}
        >
          {texts.payOnDelivery}
        </Button>
      )}
    </>
  );
}

/** By hand, after a prompt that brought no money (PAY-C1). */
function HandOffer({ hasHand = false, snapshot, send }: Props & HandProps) {
  if (!hasHand || snapshot.matches({ unpaid: 'otherWays' }) || !snapshot.can({ type: 'payment.byHand' })) return null;
  return (
    <Button look="secondary" onClick={() => send({ type: 'payment.byHand' })}>
      {texts.payByHand}
    </Button>
  );
}

/** Advice after an unanswered prompt (PAY-M5). */
function Tips({ names, hasHand = false }: HandProps & { readonly names: readonly string[] }) {
  if (names.length === 0) return null;
  const known = [...names, ...(hasHand ? ['hand'] : [])].flatMap((name) => texts.tips[name] ?? []);
  return (
    <div>
      <p>{texts.whatYouCanTry}</p>
      <List className={styles.how}>
        {known.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </List>
    </div>
  );
}

/** The same for the bar under the header, in few words. */
export function MpesaPaymentBar(props: Props) {
  const { snapshot } = props;
  const isUnpaid = snapshot.matches('unpaid');
  // The bar asks for no code (D25).
  if (snapshot.status === 'done' || snapshot.matches('proving') || snapshot.matches('changingToCash')) return null;
  return (
    <>
      <LiveRegion message={isUnpaid ? snapshot.context.problem?.text : null} />
      <PaymentBar tone={isUnpaid ? 'bad' : 'info'}>
        {snapshot.matches('pending') ? <WaitingInShort {...props} /> : <UnpaidNotice {...props} />}
      </PaymentBar>
    </>
  );
}

/** The page of the order has the advice after an unanswered prompt (PAY-M5). */
function TipsLink({ snapshot }: Pick<Props, 'snapshot'>) {
  return (
    <LinkButton look="quiet" to={paths.trackOrder(snapshot.context.orderId)}>
      {texts.whatYouCanTry}
    </LinkButton>
  );
}

/** By hand is on the page of the order, which takes the payment from the bar (PAY-C1). */
function HandLink({ snapshot, send }: Props) {
  const { orderId, hasHand, ways } = snapshot.context;
  if (!hasHand && !ways.includes('hand')) return null;
  return (
    <LinkButton look="secondary" to={paths.payByHand(orderId)} onClick={() => send({ type: 'payment.dismiss' })}>
      {texts.payByHand}
    </LinkButton>
  );
}

/** Why nothing was paid, and whether another prompt is being sent. */
function UnpaidNotice(props: Props) {
  const { snapshot, send } = props;
  const { problem } = snapshot.context;
  const isBusy = snapshot.hasTag('pushing');
  return (
    <PaymentMessage
      icon={outlines.alert}
      text={isBusy ? texts.sendingPrompt : problem?.text}
      isReadOut={!isBusy}
      requestId={problem?.requestId ?? null}
      onDismiss={isBusy ? null : () => send({ type: 'payment.dismiss' })}
    >
      {!isBusy && snapshot.context.tips.length > 0 && <TipsLink {...props} />}
      {!isBusy && <HandLink {...props} />}
      <TryAgain {...props} />
    </PaymentMessage>
  );
}

/** Advice after a prompt that expired. */
const UNANSWERED = ['screen', 'sim', 'otherPhone'];

/** States in which a resumed payment queries M-Pesa, as soon as the time is known. */
const ASKS = ['starting', 'checking'] as const;

function Waiting(props: Props & HandProps) {
  const { snapshot } = props;
  const { isResuming, amount, phone, pushedAt } = snapshot.context;
  const isAsking = isResuming && ASKS.some((polling) => snapshot.matches({ pending: { polling } }));
  // A new prompt is a new step: the button that requested it is gone, and the focus with it.
  return (
    <FocusHere key={pushedAt} className={styles.step}>
      {isAsking ? <Resuming /> : <Lead {...props} />}
      {!isResuming && (
        <dl className={styles.facts}>
          <div className={styles.fact}>
            <dt>{texts.amount}</dt>
            <dd className={styles.value}>{formatKsh(amount)}</dd>
          </div>
          <div className={styles.fact}>
            <dt>{texts.phoneLabel}</dt>
            <dd className={styles.value}>{formatPhone(phone)}</dd>
          </div>
        </dl>
      )}
      {/* The box stays mounted, so that screen readers announce what appears in it. */}
      <div className={styles.changes}>
        <PaymentChanges {...props} />
        <Offers {...props} />
        {snapshot.hasTag('expired') && !snapshot.hasTag('unsure') && !snapshot.hasTag('over') && (
          <Tips names={UNANSWERED} {...props} />
        )}
      </div>
      {!isAsking && <How {...props} />}
    </FocusHere>
  );
}

function WaitingInShort(props: Props) {
  const { snapshot } = props;
  const { isResuming, amount } = snapshot.context;
  return (
    <div className={styles.bar}>
      <div className={styles.barText}>
        <p className={styles.barLead}>
          {isResuming ? texts.mPesaPayment : texts.mPesaPaymentAmount(formatKsh(amount))}
        </p>
        {!snapshot.hasTag('over') && !snapshot.hasTag('expired') && (
          <p>
            <EnterPin />
          </p>
        )}
        <PaymentChanges {...props} />
      </div>
      <Offers {...props} />
      {snapshot.hasTag('expired') && !snapshot.hasTag('over') && <TipsLink {...props} />}
      {snapshot.can({ type: 'payment.byHand' }) && <HandLink {...props} />}
    </div>
  );
}

function Resuming() {
  return (
    <div data-busy>
      <Spinner label={texts.lookingForYourPayment} shown />
    </div>
  );
}

function Lead({ snapshot }: Pick<Props, 'snapshot'>) {
  const isWaiting = !snapshot.hasTag('over') && !snapshot.hasTag('expired');
  return (
    <p className={styles.lead}>
      <span className={isWaiting ? styles.tone.waiting : styles.tone.warn}>
        <Icon outline={outlines.phone} />
      </span>
      <span>
        <LeadText snapshot={snapshot} />
      </span>
    </p>
  );
}

function LeadText({ snapshot }: Pick<Props, 'snapshot'>) {
  if (snapshot.hasTag('over')) return <span>{texts.checkingLastTime}</span>;
  if (snapshot.hasTag('unsure')) return <span>{texts.noMPesaAnswer}</span>;
  return snapshot.hasTag('expired') ? <span>{texts.noPhoneAnswer}</span> : <EnterPin />;
}

function EnterPin() {
  return (
    <span>
      {texts.enterPinBefore}{' '}
      <span className={styles.name} translate="no">
        {texts.enterPinMPesa}
      </span>{' '}
      {texts.enterPinAfter}
    </span>
  );
}

function How({ snapshot }: Pick<Props, 'snapshot'>) {
  if (snapshot.hasTag('over') || snapshot.hasTag('expired')) return null;
  return (
    <List ordered className={styles.how}>
      <li>{texts.stepUnlock}</li>
      <li>{texts.stepPin}</li>
      <li>{texts.stepComeBack}</li>
    </List>
  );
}

/** Changes since the prompt was sent. */
function PaymentChanges({ snapshot }: Pick<Props, 'snapshot'>) {
  // A hidden page announces nothing (Q27).
  if (snapshot.matches({ pending: { page: 'hidden' } })) return null;
  return (
    <>
      {snapshot.hasTag('offline') && <Notice tone="warn">{texts.offlineWhilePaying}</Notice>}
      {snapshot.matches({ pending: { limit: 'over' } }) && <Notice tone="warn">{PAYMENT_TIMED_OUT}</Notice>}
      {snapshot.hasTag('expired') && !snapshot.hasTag('over') && (
        <Notice tone={snapshot.hasTag('unsure') ? 'info' : 'warn'}>{promptText(snapshot)}</Notice>
      )}
      <Alert problem={snapshot.context.problem} />
    </>
  );
}

function promptText(snapshot: Props['snapshot']): string {
  if (snapshot.hasTag('asking')) return texts.askingMPesa;
  return snapshot.hasTag('unsure') ? texts.stillChecking : texts.promptExpired;
}

/** Other ways to pay, from 120 s after the push, once M-Pesa has answered or the shopper saw no prompt (U4). */
function Offers(props: Props & HandProps) {
  const { snapshot, send, hasHand = false } = props;
  if (!snapshot.hasTag('expired') || snapshot.hasTag('over')) return null;
  if (snapshot.hasTag('unsure')) {
    return (
      <div className={styles.offers}>
        <Button look="secondary" busy={snapshot.hasTag('asking')} onClick={() => send({ type: 'payment.noPrompt' })}>
          {texts.noPromptCame}
        </Button>
      </div>
    );
  }
  const { now } = snapshot.context;
  const seconds = getSecondsUntil(getSendAgainTime(snapshot.context), now);
  const cashSeconds = getSecondsUntil(getCashTime(snapshot.context), now);
  const isSwitching = snapshot.hasTag('switching');
  return (
    <div className={styles.offers}>
      <Button
        look="secondary"
        busy={isSwitching}
        disabled={!isSwitching && !snapshot.can({ type: 'payment.payOnDelivery' })}
        onClick={() => send({ type: 'payment.payOnDelivery' })}
      >
        <span>{texts.payOnDelivery}</span>
        {cashSeconds > 0 && <span className={styles.countdown}>{texts.inTime(formatClock(cashSeconds))}</span>}
      </Button>
      {hasHand && (
        <Button
          look="secondary"
          disabled={!snapshot.can({ type: 'payment.byHand' })}
          onClick={() => send({ type: 'payment.byHand' })}
        >
          <span>{texts.payByHand}</span>
          {cashSeconds > 0 && <span className={styles.countdown}>{texts.inTime(formatClock(cashSeconds))}</span>}
        </Button>
      )}
      <RetryButtons
        {...props}
        text={texts.sendAgain}
        busy={snapshot.hasTag('sendingAgain')}
        disabled={!snapshot.can({ type: 'payment.sendAgain' })}
        seconds={seconds}
        onClick={() => send({ type: 'payment.sendAgain' })}
      />
    </div>
  );
}
