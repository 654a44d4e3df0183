import type { sessionMachine } from '../../machines/account/session.machine.ts';
import { paths } from '../../rules/paths.ts';
import { LinkButton } from '../parts/button.tsx';
import type { ViewProps } from '../view.ts';
import * as texts from '../../texts/cart.ts';

/** The cart's next step. A guest logs in first and returns to the checkout (§2 Cart, U22). */
export function ProceedView({ snapshot }: Pick<ViewProps<typeof sessionMachine>, 'snapshot'>) {
  return snapshot.hasTag('signedIn') ? (
    <LinkButton wide to={paths.checkout}>
      {texts.proceedToCheckout}
    </LinkButton>
  ) : (
    <LinkButton wide to={paths.login} state={{ origin: paths.checkout }}>
      {texts.loginToCheckout}
    </LinkButton>
  );
}
