import type { ReactNode } from 'react';
import { Card } from '../parts/card.tsx';
import { Icon } from '../parts/icon.tsx';
import { PageTitle } from '../parts/page.tsx';
import * as styles from './auth.css.ts';
import * as texts from '../../texts/account.ts';
import * as outlines from '../parts/outlines.ts';

interface AuthFrameProps {
  readonly title: string;
  readonly lead: ReactNode;
  /** Link to the other account page. */
  readonly other?: ReactNode;
  readonly children: ReactNode;
}

/** Common frame of login, sign-up and the code screen. */
export function AuthFrame({ title, lead, other, children }: AuthFrameProps) {
  return (
    <div className={styles.frame}>
      <PageTitle lead={lead}>{title}</PageTitle>
      <Card>{children}</Card>
      {other && <p className={styles.other}>{other}</p>}
      <p className={styles.assurance}>
        <Icon outline={outlines.shield} size="s" />
        {texts.keptPrivate}
      </p>
    </div>
  );
}
