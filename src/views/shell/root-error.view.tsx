import { formatPhone } from '../../../contract/rules/phone.ts';
import '../theme/global.css.ts';
import { shop } from '../../../contract/shop.config.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { FocusHere } from '../parts/focus-here.tsx';
import { Head } from '../parts/head.tsx';
import * as texts from '../../texts/shell.ts';
import * as outlines from '../parts/outlines.ts';

interface RootErrorProps {
  /** The page's code could not be fetched because there is no network (H15). */
  readonly isOffline: boolean;
  readonly onReload: () => void;
}

/** Replaces everything when the page itself has crashed; its links reload the page. */
export function RootErrorView({ isOffline, onReload }: RootErrorProps) {
  const title = isOffline ? texts.youAreOffline : texts.somethingWentWrong;
  return (
    <main>
      <Head title={title} indexed={false} />
      <FocusHere>
        <EmptyState
          level={1}
          icon={isOffline ? outlines.offline : outlines.alert}
          title={title}
          actions={
            <>
              <Button onClick={onReload}>{texts.reloadThePage}</Button>
              <a href="/">{texts.goToHome}</a>
            </>
          }
        >
          {isOffline ? texts.cartIsSafeOffline : texts.cartIsSafe(formatPhone(shop.phone))}
        </EmptyState>
      </FocusHere>
    </main>
  );
}
