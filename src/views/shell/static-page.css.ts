import { globalStyle, style } from '@vanilla-extract/css';
import { vars } from '../theme/theme.css.ts';

export const text = style({ display: 'grid', gap: vars.space.x6, maxWidth: vars.measure.text });
export const section = style({ display: 'grid', gap: vars.space.x2 });

globalStyle(`${section} a`, { display: 'inline-block', paddingBlock: '2px' });
globalStyle(`${section} ul`, { paddingLeft: vars.space.x5, display: 'grid', gap: vars.space.x1 });
