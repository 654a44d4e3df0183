import type { flashCountdownMachine } from '../../machines/home/flash-countdown.machine.ts';
import { splitSeconds, getSecondsUntil } from '../../rules/countdown.ts';
import { getNextEnd } from '../../rules/home/flash.ts';
import { assertPresent } from '../../rules/required.ts';
import type { ViewProps } from '../view.ts';
import * as styles from './flash-countdown.css.ts';
import * as texts from '../../texts/home.ts';

const UNITS = ['d', 'h', 'm', 's'] as const;

/**
 * Days, hours, minutes and seconds to the next end. Reserves its space until the deals have loaded (§4 Flash
 * countdown).
 */
export function FlashCountdownView({ snapshot }: ViewProps<typeof flashCountdownMachine>) {
  if (snapshot.matches('hiddenClock')) return null;
  if (snapshot.matches('waiting')) return <div className={styles.clock} />;
  const { ends, now } = snapshot.context;
  const parts = splitSeconds(getSecondsUntil(getNextEnd(assertPresent(ends), now) ?? now, now));
  return (
    <div className={styles.clock} role="timer" aria-label={texts.timeLeft}>
      {UNITS.map((unit, index) => (
        <span key={unit} className={styles.part}>
          <span className={styles.digits}>{parts[index]}</span>
          <span>{`${unit} `}</span>
        </span>
      ))}
    </div>
  );
}
