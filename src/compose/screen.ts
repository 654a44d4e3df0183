import type { ComposeEnv } from './env.ts';
import type { Stop } from './listen.ts';

/** Width from which the screen counts as large; the same as in views/theme/media.ts. */
const LARGE_PX = 1040;

/** Calls `large` or `small` after each resize of the window. Returns a function that stops listening. */
export function watchScreen(
  { on }: Pick<ComposeEnv, 'on'>,
  is: { readonly large?: () => void; readonly small?: () => void },
): Stop {
  return on('resize', ({ currentTarget }) =>
    is[(currentTarget as Window).innerWidth >= LARGE_PX ? 'large' : 'small']?.(),
  );
}
