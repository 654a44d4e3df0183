import { Button } from './button.tsx';
import { focusPage } from './focus-page.ts';
import * as texts from '../../texts/common.ts';

/** Retries a failed load. Moves the focus to the page first, because the button disappears with the problem. */
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
