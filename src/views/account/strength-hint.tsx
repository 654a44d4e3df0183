import { passwordStrength } from '../../../contract/rules/password.ts';
import type { Strength } from '../../../contract/rules/password.ts';
import * as styles from './auth.css.ts';

const STEPS = ['weak', 'fair', 'strong'] as const;

const WORDS: Record<Strength, string> = {
  weak: 'Weak password. Longer is better; add capitals, numbers or signs.',
  fair: 'Fair password. A few more characters make it strong.',
  strong: 'Strong password.',
};

/** How good a password is; a hint and never a rule (A17). Empty until something is typed. */
export function StrengthHint({ password, minimum }: { readonly password: string; readonly minimum: number }) {
  if (password === '') return <span>{`At least ${minimum} characters. Longer is safer.`}</span>;
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
