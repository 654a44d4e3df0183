import '../theme/global.css.ts';
import { shop } from '../../../contract/shop.config.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';

/** Shown in place of everything when the page itself broke; its links load afresh. */
export function RootErrorView({ onReload }: { readonly onReload: () => void }) {
  return (
    <main>
      <EmptyState
        level={1}
        icon="alert"
        title="Something went wrong on this page"
        actions={
          <>
            <Button onClick={onReload}>Reload the page</Button>
            <a href="/">Go To Home</a>
          </>
        }
      >
        Your cart is safe. If this happens again, call us: {shop.phone}
      </EmptyState>
    </main>
  );
}
