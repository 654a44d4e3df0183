import type { sessionMachine } from '../../machines/account/session.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './session.css.ts';
import * as texts from '../../texts/account.ts';

interface SessionViewOptions {
  /** Whether the page loads the profile and shows its errors itself, so that one failed call shows one alert (X34). */
  readonly isSaidByPage?: boolean;
}

/** Session notices on any page: the profile could not be loaded (U7), or the browser refuses storage (H10). */
export function SessionView({
  snapshot,
  send,
  isSaidByPage = false,
}: ViewProps<typeof sessionMachine> & SessionViewOptions) {
  const isUnconfirmed = snapshot.matches({ customer: { authenticated: 'unconfirmed' } });
  const problem = isUnconfirmed && isSaidByPage ? null : snapshot.context.problem;
  const isInMemory = snapshot.matches({ storage: 'memoryOnly' });
  if (problem === null && !isInMemory) return null;
  return (
    <div className={styles.notices}>
      <Alert problem={problem}>
        {isUnconfirmed ? (
          <Button look="secondary" onClick={() => send({ type: 'profile.load' })}>
            {texts.retry}
          </Button>
        ) : (
          <Button look="secondary" onClick={() => send({ type: 'error.clear' })}>
            {texts.dismiss}
          </Button>
        )}
      </Alert>
      {isInMemory && <Notice tone="warn">{texts.sessionNotKept}</Notice>}
    </div>
  );
}
