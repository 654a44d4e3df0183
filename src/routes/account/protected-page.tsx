import { useCallback } from 'react';
import type { ReactNode } from 'react';
import { needsLogin } from '../../rules/account/access.ts';
import { Head } from '../../views/parts/head.tsx';
import { PageSpinner } from '../../views/parts/spinner.tsx';
import { useApp } from '../app-context.tsx';
import { useSnapshot } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';
import { usePath } from '../use-path.ts';
import * as texts from '../../texts/account.ts';

/** Wraps every page (§2). Pages that need a login wait for the session or redirect to the login page. */
export function Protected({ children }: { readonly children: ReactNode }) {
  const { machines } = useApp();
  const path = usePath();
  const guard = useRootActor(machines.protectedPage, { input: { path, status: 'loading' } });
  usePath(useCallback((path: string) => guard.send({ type: 'path.changed', path }), [guard]));
  const snapshot = useSnapshot(guard);
  // On the first render of a page the address is newer than the machine, and a guest must not see a single frame of it.
  // Between two such pages the shopper stays logged in, and a page that serves both addresses stays mounted.
  if (!needsLogin(path) || snapshot.matches('shown')) return children;
  return (
    <>
      <Head title={texts.checkingAuthentication} indexed={false} />
      <PageSpinner label={texts.checkingAuthenticationNow} />
    </>
  );
}
