import type { ReactNode } from 'react';
import { formatKsh } from '../../../contract/rules/money.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import { RECEIPT_HINT } from '../../../contract/rules/mpesa-receipt.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { byHandMachine } from '../../machines/payment/by-hand.machine.ts';
import { getNextAmount, getNumbers, getParts, isEndingSoon, isUnderCheck } from '../../rules/payment/by-hand.ts';
import type { HandField, HandReport } from '../../rules/payment/by-hand.ts';
import { formatNairobiClock } from '../format/date.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Form } from '../parts/form.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { Modal, ModalActions } from '../parts/modal.tsx';
import { Notice } from '../parts/notice.tsx';
import { SelectedText } from '../parts/selected-text.tsx';
import { Spinner } from '../parts/spinner.tsx';
import { TextArea } from '../parts/text-area.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './by-hand.css.ts';
import * as texts from '../../texts/payment.ts';

type Props = ViewProps<typeof byHandMachine>;
type ReportProps = Props & { readonly report: HandReport };

/** The dialog of a payment by hand (PAY-C1) with "I have paid" (PAY-S1). */
export function ByHandDialog(props: Props) {
  const { snapshot, send } = props;
  if (snapshot.status === 'done') return null;
  const isForm = isAt(snapshot, 'entering') || isAt(snapshot, 'sending');
  const dismiss = () => send(isForm ? { type: 'claim.back' } : { type: 'hand.close' });
  // The typed text stays, so nothing is lost.
  return (
    <Modal title={texts.payByHand} keepsInput {...(!snapshot.hasTag('busy') && { onDismiss: dismiss })}>
      <Step {...props} />
      <Copying snapshot={snapshot} />
    </Modal>
  );
}

function isAt(snapshot: Props['snapshot'], step: 'loading' | 'shown' | 'entering' | 'sending' | 'asking' | 'forStaff') {
  return snapshot.matches({ open: { step } });
}

function Step(props: Props) {
  const { snapshot, send } = props;
  const { report, isOffline, problem } = snapshot.context;
  const offline = isOffline && <Notice tone="warn">{texts.offlineWhilePaying}</Notice>;
  if (report === null) {
    return (
      <FocusHere key="loading" className={hasPlaceForCode(snapshot) ? `${styles.step} ${styles.beside}` : styles.step}>
        <div data-busy>
          <Spinner label={texts.loadingNumbers} shown />
        </div>
        {offline}
      </FocusHere>
    );
  }
  if (isAt(snapshot, 'asking') || isAt(snapshot, 'forStaff')) {
    return (
      <FocusHere key="claimed" className={styles.step}>
        {isUnderCheck(report) ? <State report={report} /> : <Notice>{report.claim?.text}</Notice>}
        {offline}
        {snapshot.can({ type: 'claim.open' }) && (
          <div className={styles.offers}>
            <Button look="secondary" onClick={() => send({ type: 'claim.open' })}>
              {texts.iHavePaid}
            </Button>
          </div>
        )}
      </FocusHere>
    );
  }
  const isForm = isAt(snapshot, 'entering') || isAt(snapshot, 'sending');
  return (
    <FocusHere
      key={isForm ? 'form' : 'numbers'}
      className={hasPlaceForCode(snapshot) ? `${styles.step} ${styles.beside}` : styles.step}
    >
      <State report={report} />
      <Numbers {...props} report={report} />
      <Code snapshot={snapshot} />
      {offline}
      <Alert problem={problem} />
      {isForm ? <Receipt {...props} report={report} /> : <Offers {...props} report={report} />}
    </FocusHere>
  );
}

/** State of the money. The box stays mounted, so that screen readers announce what appears in it. */
function State({ report }: Pick<ReportProps, 'report'>) {
  const { held, checking, paid, due, claim } = report;
  return (
    <div className={styles.changes}>
      {held && <Notice>{texts.paymentHeld}</Notice>}
      {checking && !held && <Notice>{texts.paymentSeen}</Notice>}
      {paid > 0 && due > 0 && <Notice tone="good">{texts.partReceived(formatKsh(paid), formatKsh(due))}</Notice>}
      {claim?.state === 'refused' && <Notice tone="warn">{claim.text}</Notice>}
    </div>
  );
}

/** The numbers to enter. None while a payment is being checked, so that nobody pays twice. */
function Numbers({ snapshot, send, report }: ReportProps) {
  const { due } = report;
  const byHand = getNumbers(report);
  if (byHand === null) {
    return report.byHand === null && !isUnderCheck(report) ? <Notice tone="warn">{texts.notByHand}</Notice> : null;
  }
  const { kind, account, each } = byHand;
  return (
    <>
      <p>{texts.handSteps[kind]}</p>
      {each !== null && (
        <Notice>
          <p>{texts.inParts(formatKsh(each), formatKsh(shop.mpesaDailyMax))}</p>
          <p>{texts.payments(getParts(byHand).map(formatKsh))}</p>
        </Notice>
      )}
      {due > shop.mpesaDailyMax && <Notice tone="warn">{texts.tooMuchForToday(formatPhone(shop.phone))}</Notice>}
      <dl className={styles.facts}>
        <Fact field="number" label={texts.handNumber[kind]} snapshot={snapshot} send={send}>
          {byHand.number}
        </Fact>
        {account !== null && (
          <Fact field="account" label={texts.handAccount} snapshot={snapshot} send={send}>
            {account}
          </Fact>
        )}
        <Fact field="amount" label={texts.amount} snapshot={snapshot} send={send}>
          {formatKsh(getNextAmount(byHand))}
        </Fact>
      </dl>
      <Held report={report} />
    </>
  );
}

interface FactProps extends Props {
  readonly field: HandField;
  readonly label: string;
  readonly children: ReactNode;
}

function Fact({ field, label, children, snapshot, send }: FactProps) {
  const isMine = snapshot.context.copied === field;
  const isCopied = isMine && snapshot.matches({ open: { copy: 'done' } });
  const isRefused = isMine && snapshot.matches({ open: { copy: 'refused' } });
  return (
    <div className={styles.fact}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value} translate="no">
        <SelectedText isOn={isRefused}>{children}</SelectedText>
      </dd>
      <dd className={styles.copy}>
        <Button
          look="secondary"
          wide
          aria-label={texts.copyWhat(isCopied ? texts.copied : texts.copy, label)}
          onClick={() => send({ type: 'hand.copy', field })}
        >
          {isCopied ? texts.copied : texts.copy}
        </Button>
      </dd>
    </div>
  );
}

/** Says that the text is in the clipboard, or how to copy it. */
function Copying({ snapshot }: Pick<Props, 'snapshot'>) {
  const isRefused = snapshot.matches({ open: { copy: 'refused' } });
  return (
    <>
      <LiveRegion message={snapshot.matches({ open: { copy: 'done' } }) ? texts.copied : null} />
      {isRefused && <Notice>{texts.holdToCopy}</Notice>}
    </>
  );
}

/** Whether the QR code is shown or asked for, and while the numbers are loaded on a wide screen. */
function hasPlaceForCode(snapshot: Props['snapshot']): boolean {
  return (
    snapshot.matches({ open: { code: 'asking' } }) ||
    snapshot.matches({ open: { code: 'shown' } }) ||
    (snapshot.matches({ open: { code: 'ready' } }) && snapshot.context.report === null)
  );
}

/** The same numbers for the M-Pesa app (PAY-C1). */
function Code({ snapshot }: Pick<Props, 'snapshot'>) {
  const { report, qrImage } = snapshot.context;
  const byHand = report && getNumbers(report);
  if (byHand === null || qrImage === null) return null;
  const { kind, number, account } = byHand;
  const alt = texts.qrCode[kind](number, formatKsh(getNextAmount(byHand)), account ?? '');
  return (
    <figure className={styles.code}>
      <img className={styles.picture} src={qrImage} width={192} height={192} alt={alt} />
      <figcaption className={styles.note}>{texts.scanInstead}</figcaption>
    </figure>
  );
}

/** Until when the order is held (Q24). It stands out in the last minutes. */
function Held({ report }: Pick<ReportProps, 'report'>) {
  if (report.expiresAt === null) return null;
  const text = texts.heldUntil(formatNairobiClock(report.expiresAt));
  return isEndingSoon(report) ? <Notice tone="warn">{text}</Notice> : <p className={styles.note}>{text}</p>;
}

function Offers({ snapshot, send, report }: ReportProps) {
  const isSwitching = snapshot.matches({ open: { step: 'switching' } });
  const canSwitch = snapshot.can({ type: 'hand.payOnDelivery' });
  return (
    <>
      {report.paid > 0 && report.due > 0 && (
        <p className={styles.note}>{texts.cancelForPart(formatKsh(report.paid))}</p>
      )}
      <div className={styles.offers}>
        {(snapshot.can({ type: 'claim.open' }) || isSwitching) && (
          <Button disabled={isSwitching} onClick={() => send({ type: 'claim.open' })}>
            {texts.iHavePaid}
          </Button>
        )}
        {snapshot.can({ type: 'hand.prompt' }) && (
          <Button look="secondary" onClick={() => send({ type: 'hand.prompt' })}>
            {texts.sendPromptInstead}
          </Button>
        )}
        {(canSwitch || isSwitching) && (
          <Button look="secondary" busy={isSwitching} onClick={() => send({ type: 'hand.payOnDelivery' })}>
            {texts.payOnDelivery}
          </Button>
        )}
      </div>
    </>
  );
}

/** The form for the receipt, or the message that holds it (PAY-S1). */
function Receipt({ snapshot, send }: ReportProps) {
  const { text, textError } = snapshot.context;
  const isSending = isAt(snapshot, 'sending');
  return (
    <Form label={texts.iHavePaid} onSubmit={() => send({ type: 'claim.send' })}>
      <TextArea
        label={texts.receiptLabel}
        name="receipt"
        rows={3}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        required
        readOnly={isSending}
        hint={textError === null ? RECEIPT_HINT : null}
        value={text}
        error={textError}
        onChange={(typed) => send({ type: 'claim.change', text: typed })}
      />
      <ModalActions>
        <Button
          look="secondary"
          {...(isSending ? { 'aria-disabled': true } : { onClick: () => send({ type: 'claim.back' }) })}
        >
          {texts.back}
        </Button>
        <Button type="submit" busy={isSending} disabled={!isSending && !snapshot.can({ type: 'claim.send' })}>
          {texts.send}
        </Button>
      </ModalActions>
    </Form>
  );
}
