import { style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const sentence = style({ fontWeight: vars.weight.medium });
export const phone = style({ whiteSpace: 'nowrap' });
export const station = style({ display: 'grid', justifyItems: 'start', fontStyle: 'normal', overflowWrap: 'anywhere' });
/** As high as a finger. */
export const call = style({ display: 'inline-flex', alignItems: 'center', minHeight: vars.target });
export const hours = style({ textWrap: 'balance' });
