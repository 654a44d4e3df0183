import type { Problem } from '../../rules/failure.ts';
import { Icon } from '../parts/icon.tsx';
import { RequestId } from '../parts/request-id.tsx';
import * as styles from './mpesa-payment.css.ts';
import * as outlines from '../parts/outlines.ts';

/** Why nothing was paid. Shown in the dialog for three seconds, and beside the form afterwards. */
export function PaymentProblem({ problem, tone }: { readonly problem: Problem | null; readonly tone: 'bad' | 'warn' }) {
  return (
    <div className={styles.step}>
      <div role="alert" className={styles.lead}>
        <span className={styles.tone[tone]}>
          <Icon outline={outlines.alert} />
        </span>
        <span>{problem?.text}</span>
      </div>
      {problem?.requestId != null && <RequestId>{problem.requestId}</RequestId>}
    </div>
  );
}
