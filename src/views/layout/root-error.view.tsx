import '../theme/global.css.ts';
import { shop } from '../../../contract/shop.config.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';

interface RootErrorProps {
  /** The page's code could not be fetched because there is no network (H15). */
  readonly isOffline: boolean;
  readonly onReload: () => void;
}

/** Shown in place of everything when the page itself broke; its links load afresh. */
export function RootErrorView({ isOffline, onReload }: RootErrorProps) {
  return (
    <main>
      <EmptyState
        level={1}
        icon={isOffline ? 'offline' : 'alert'}
        title={isOffline ? 'You are offline' : 'Something went wrong on this page'}
        actions={
          <>
            <Button onClick={onReload}>Reload the page</Button>
            <a href="/">Go To Home</a>
          </>
        }
      >
        Your cart is safe. {isOffline ? 'Try again when you are back online.' : `If this happens again, call us: ${shop.phone}`}
      </EmptyState>
    </main>
  );
}
