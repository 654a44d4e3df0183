import { globalStyle } from '@vanilla-extract/css';
import { media } from './media.ts';
import { vars } from './theme.css.ts';

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' });
globalStyle('*', { margin: 0 });

globalStyle('html', {
  WebkitTextSizeAdjust: '100%',
  // Keeps the width when a page is short.
  overflowY: 'scroll',
  // Keeps anchors clear of the sticky header.
  scrollPaddingTop: '96px',
});

globalStyle('body', {
  minHeight: '100vh',
  background: vars.color.paper,
  color: vars.color.ink,
  fontFamily: vars.font.body,
  fontSize: vars.size.m,
  lineHeight: vars.leading.body,
  overflowWrap: 'break-word',
  WebkitFontSmoothing: 'antialiased',
});

globalStyle('h1, h2, h3, h4', { lineHeight: vars.leading.tight, textWrap: 'balance', letterSpacing: '-0.01em' });
globalStyle('h1', { fontSize: vars.size.xxl });
globalStyle('h2', { fontSize: vars.size.xl });
globalStyle('h3, h4', { fontSize: vars.size.l });
globalStyle('p', { textWrap: 'pretty' });

globalStyle('img, picture, svg, video', { display: 'block', maxWidth: '100%' });
globalStyle('img', { height: 'auto' });
globalStyle('button, input, select, textarea', { font: 'inherit', color: 'inherit', letterSpacing: 'inherit' });
globalStyle('button, summary, label[for]', { cursor: 'pointer', touchAction: 'manipulation' });
globalStyle('button:disabled', { cursor: 'not-allowed' });
// Without specificity, so that every class wins over it.
globalStyle(':where(ul[class], ol[class])', { listStyle: 'none', padding: 0 });
globalStyle('fieldset', { border: 0, padding: 0, minWidth: 0 });
globalStyle('a', { color: vars.color.brand, textUnderlineOffset: '0.18em' });
globalStyle('a:hover', { color: vars.color.brandDark });
globalStyle('hr', { border: 0, borderTop: `1px solid ${vars.color.line}` });
globalStyle('[hidden]', { display: 'none !important' });

globalStyle(':focus-visible', {
  outline: `3px solid ${vars.color.focus}`,
  outlineOffset: '2px',
  borderRadius: vars.radius.s,
});
// Only scripts focus headings and regions, to move the reading point; a ring there would mislead.
globalStyle('[tabindex="-1"]:focus', { outline: 'none' });
// A gesture that waits for the code of the page (src/early-presses.ts).
globalStyle('[data-kept]', { opacity: '0.7' });
// Around a part whose code loads later (src/routes/late-part.tsx).
globalStyle('[data-part], [data-as-it-was]', { display: 'contents' });

globalStyle('*, *::before, *::after', {
  '@media': {
    '(prefers-reduced-motion: reduce)': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      // Even a short transition draws the previous frame once more, which would block presses on content under a part
      // that disappears.
      transition: 'none !important',
    },
  },
});

// Forced colours remove the colour of the selection, so the system's selection colour replaces it (X84).
globalStyle('[aria-pressed="true"], [aria-selected="true"], a[aria-current], button[aria-current]', {
  '@media': { [media.forced]: { background: 'Highlight !important', color: 'HighlightText !important' } },
});
