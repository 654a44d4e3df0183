import type { connectionMachine } from '../../machines/shell/connection.machine.ts';
import { Icon } from '../parts/icon.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './header.css.ts';
import * as texts from '../../texts/shell.ts';
import * as outlines from '../parts/outlines.ts';

/** The header's mark while the browser reports no network (Q13). */
export function ConnectionView({ snapshot }: ViewProps<typeof connectionMachine>) {
  if (!snapshot.matches({ network: 'offline' })) return null;
  return (
    <span className={styles.offline} role="status">
      <Icon outline={outlines.offline} size="s" />
      <span className={styles.offlineWord}>{texts.offline}</span>
    </span>
  );
}
