import { style } from '@vanilla-extract/css';

/** An element for what may be a text, so that React finds it when a translator has wrapped the text (X70). No box. */
export const contents = style({ display: 'contents' });
