import { Button } from './button.tsx';
import { focusPage } from './focus-control.ts';
import * as texts from '../../texts/common.ts';

/**
 * Asks once more for what could not be loaded. The focus moves to the page first, as the button goes with the problem.
 */
export function RetryButton({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <Button
      look="secondary"
      onClick={({ currentTarget }) => {
        focusPage(currentTarget);
        onRetry();
      }}
    >
      {texts.tryAgain}
    </Button>
  );
}
