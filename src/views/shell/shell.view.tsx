import type { ReactNode } from 'react';
import '../theme/global.css.ts';
import { Notice } from '../parts/notice.tsx';
import { brandDeep } from '../theme/palette.ts';
import * as styles from './shell.css.ts';
import * as texts from '../../texts/shell.ts';

interface ShellProps {
  readonly header: ReactNode;
  /** The category nav bar. */
  readonly nav: ReactNode;
  /** `null` on pages without a footer (A21). */
  readonly footer: ReactNode;
  readonly children: ReactNode;
}

/** The frame around every page. */
export function ShellView({ header, nav, footer, children }: ShellProps) {
  return (
    <div className={styles.shell}>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <meta name="theme-color" content={brandDeep} />
      <a href="#main" className={styles.skip}>
        {texts.skipToContent}
      </a>
      {header}
      {nav}
      <main id="main" tabIndex={-1} className={styles.main}>
        {/* The document is painted from here on, when header and nav are complete (server/http/document.ts). */}
        <noscript id="paint">
          <Notice tone="warn">{texts.noJavaScript}</Notice>
        </noscript>
        {children}
      </main>
      {footer}
    </div>
  );
}
