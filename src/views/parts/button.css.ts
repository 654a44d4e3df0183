import { style, styleVariants } from '@vanilla-extract/css';
import { media } from '../theme/media.ts';
import { vars } from '../theme/theme.css.ts';

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: vars.space.x2,
  minHeight: vars.target,
  minWidth: vars.target,
  padding: `${vars.space.x2} ${vars.space.x4}`,
  border: '1px solid transparent',
  borderRadius: vars.radius.m,
  fontWeight: vars.weight.bold,
  lineHeight: vars.leading.tight,
  textAlign: 'center',
  textDecoration: 'none',
  selectors: {
    '&:disabled, &[aria-disabled="true"]': {
      background: vars.color.sunken,
      borderColor: vars.color.line,
      color: vars.color.muted,
      cursor: 'not-allowed',
    },
    '&:focus-visible': { borderRadius: vars.radius.m },
  },
});

const active = '&:not(:disabled):not([aria-disabled="true"])';

const solid = (ground: string, dark: string, text: string) =>
  ({
    background: ground,
    color: text,
    // Other links change their colour here; disabled ones keep theirs.
    selectors: { [`${active}:active`]: { background: dark, color: text }, [`${active}:hover`]: { color: text } },
    '@media': { [media.hover]: { selectors: { [`${active}:hover`]: { background: dark } } } },
  }) as const;

const outlined = (text: string, ground: string) =>
  ({
    background: vars.color.surface,
    borderColor: vars.color.lineStrong,
    color: text,
    selectors: { [`${active}:active`]: { background: ground } },
    '@media': { [media.hover]: { selectors: { [`${active}:hover`]: { background: ground, color: text } } } },
  }) as const;

export const look = styleVariants({
  primary: [base, solid(vars.color.brand, vars.color.brandDark, vars.color.onBrand)],
  /** The next step beside a primary button, e.g. Order Now. */
  accent: [base, solid(vars.color.accent, '#e09c00', vars.color.onAccent)],
  secondary: [base, outlined(vars.color.brand, vars.color.brandSoft)],
  danger: [base, outlined(vars.color.bad, vars.color.badSoft)],
  /** Looks like a link and acts like a button. */
  quiet: [
    base,
    {
      background: 'transparent',
      color: vars.color.brand,
      paddingInline: vars.space.x3,
      fontWeight: vars.weight.medium,
      textDecoration: 'underline',
      textUnderlineOffset: '0.18em',
      '@media': { [media.hover]: { selectors: { [`${active}:hover`]: { background: vars.color.brandSoft } } } },
      selectors: {
        // A disabled button does not look like a link.
        '&:disabled, &[aria-disabled="true"]': {
          background: 'transparent',
          borderColor: 'transparent',
          textDecoration: 'none',
        },
      },
    },
  ],
});

export const wide = style({ width: '100%' });
