import { paths } from '../../rules/paths.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Head } from '../parts/head.tsx';
import { Page } from '../parts/page.tsx';

/** §2 Route table: any other path. */
export function NotFoundView({ onBack }: { readonly onBack: () => void }) {
  return (
    <Page>
      <Head title="Page not found" indexed={false} />
      <EmptyState
        level={1}
        icon="search"
        title="Page not found"
        actions={
          <>
            <Button look="secondary" onClick={onBack}>
              Go Back
            </Button>
            <LinkButton to={paths.home}>Go To Home</LinkButton>
          </>
        }
      >
        The address may be mistyped, or the page has moved.
      </EmptyState>
    </Page>
  );
}
