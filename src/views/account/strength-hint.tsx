import { passwordStrength } from '../../../contract/rules/password.ts';
import type { Strength } from '../../../contract/rules/password.ts';
import * as styles from './auth.css.ts';
import * as texts from '../../texts/account.ts';

const STEPS = ['weak', 'fair', 'strong'] as const;

const WORDS: Record<Strength, string> = {
  weak: texts.weakPassword,
  fair: texts.fairPassword,
  strong: texts.strongPassword,
};

/** Strength of a password: a hint, never a rule (A17). Shows the minimum length until something is typed. */
export function StrengthHint({ password, minimum }: { readonly password: string; readonly minimum: number }) {
  if (password === '') return <span>{texts.passwordMinimum(minimum)}</span>;
  const strength = passwordStrength(password);
  const reached = STEPS.indexOf(strength);
  return (
    <span className={styles.strength}>
      <span className={styles.bars}>
        {STEPS.map((step, index) => (
          <span key={step} className={styles.step[index <= reached ? strength : 'off']} />
        ))}
      </span>
      <span>{WORDS[strength]}</span>
    </span>
  );
}
