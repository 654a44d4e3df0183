import type { ComposeEnv } from './env.ts';
import type { Stop } from './listen.ts';

/** From here on the screen is a large one; the same as views/theme/media.ts. */
const LARGE_PX = 1040;

/** Says after each change of the window's size which one it has now; answers how to stop. */
export function watchScreen(
  { on }: Pick<ComposeEnv, 'on'>,
  is: { readonly large?: () => void; readonly small?: () => void },
): Stop {
  return on('resize', ({ currentTarget }) =>
    is[(currentTarget as Window).innerWidth >= LARGE_PX ? 'large' : 'small']?.(),
  );
}
