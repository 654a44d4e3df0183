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

/** §2: around every page; those that need a login wait for the session or give way to the login page. */
export function Protected({ children }: { readonly children: ReactNode }) {
  const { machines } = useApp();
  const path = usePath();
  const guard = useRootActor(machines.protectedPage, { input: { path, status: 'loading' } });
  usePath(useCallback((path: string) => guard.send({ type: 'path.changed', path }), [guard]));
  const snapshot = useSnapshot(guard);
  // The address is newer than the machine for the first render of a page; a guest sees not one frame of it. From one
  // such page to the next nobody has logged out, and a page that answers both addresses stays as it is.
  if (!needsLogin(path) || snapshot.matches('shown')) return children;
  return (
    <>
      <Head title={texts.checkingAuthentication} indexed={false} />
      <PageSpinner label={texts.checkingAuthenticationNow} />
    </>
  );
}
