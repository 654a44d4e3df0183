import { NEW_PASSWORD_MINIMUM, newPasswordNeeds } from '../../../contract/rules/password.ts';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { VisuallyHidden } from '../parts/visually-hidden.tsx';
import * as styles from './auth.css.ts';
import * as texts from '../../texts/account.ts';
import * as outlines from '../parts/outlines.ts';

const NEEDS = [
  ['length', texts.needsCharacters(NEW_PASSWORD_MINIMUM)],
  ['uppercase', texts.needsUppercase],
  ['lowercase', texts.needsLowercase],
  ['number', texts.needsNumber],
] as const;

/** Requirements of a new password, ticked off while the shopper types (§2 Profile). */
export function PasswordNeeds({ password }: { readonly password: string }) {
  const has = newPasswordNeeds(password);
  return (
    <List className={styles.needs} aria-label={texts.newPasswordNeeds}>
      {NEEDS.map(([need, words]) => (
        <li key={need} className={styles.need[has[need] ? 'met' : 'open']}>
          <span className={styles.mark}>{has[need] && <Icon outline={outlines.check} size="s" />}</span>
          <span>{words}</span>
          <VisuallyHidden>{has[need] ? texts.needMet : texts.needNotMet}</VisuallyHidden>
        </li>
      ))}
    </List>
  );
}
