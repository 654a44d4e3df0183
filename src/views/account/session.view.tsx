import type { sessionMachine } from '../../machines/account/session.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Notice } from '../parts/notice.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './session.css.ts';
import * as texts from '../../texts/account.ts';

interface Where {
  /** The page loads the profile itself and says so where that fails: one failed call shows one alert (X34). */
  readonly isSaidByPage?: boolean;
}

/** What the session has to say on any page: the profile could not be loaded (U7), the browser does not store (H10). */
export function SessionView({ snapshot, send, isSaidByPage = false }: ViewProps<typeof sessionMachine> & Where) {
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
