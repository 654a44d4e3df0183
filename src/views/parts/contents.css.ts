import { style } from '@vanilla-extract/css';

/**
 * An element around possible text, so that React finds it after a translator has wrapped the text (X70). It creates no
 * box.
 */
export const contents = style({ display: 'contents' });
