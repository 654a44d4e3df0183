import { createGlobalTheme } from '@vanilla-extract/css';
import { palette } from './palette.ts';

export const vars = createGlobalTheme(':root', {
  color: palette,
  /** Steps of 4 px. */
  space: {
    x1: '4px',
    x2: '8px',
    x3: '12px',
    x4: '16px',
    x5: '20px',
    x6: '24px',
    x8: '32px',
    x10: '40px',
    x12: '48px',
    x16: '64px',
  },
  font: {
    body: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
    mono: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
  },
  /** Text: s for notes, m for reading, the rest for headings. */
  size: {
    xs: '0.75rem',
    s: '0.875rem',
    m: '1rem',
    l: '1.125rem',
    xl: '1.375rem',
    xxl: '1.75rem',
    display: 'clamp(1.75rem, 1.2rem + 2.6vw, 2.75rem)',
  },
  weight: { regular: '400', medium: '500', bold: '700' },
  leading: { tight: '1.2', body: '1.5' },
  radius: { s: '6px', m: '10px', l: '16px', round: '999px' },
  shadow: {
    s: '0 1px 2px rgb(26 32 31 / 8%)',
    m: '0 4px 14px rgb(26 32 31 / 10%)',
    l: '0 16px 48px rgb(26 32 31 / 22%)',
  },
  /** Smallest side of any control that can be pressed. */
  target: '44px',
  /** Largest width of a page, and of running text. */
  measure: { page: '1240px', narrow: '460px', text: '68ch' },
});
