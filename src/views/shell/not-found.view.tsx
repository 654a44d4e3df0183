import { paths } from '../../rules/paths.ts';
import { Button, LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Head } from '../parts/head.tsx';
import { Page } from '../parts/page.tsx';
import * as texts from '../../texts/shell.ts';
import * as outlines from '../parts/outlines.ts';

/** The page of unknown paths (§2 Route table). */
export function NotFoundView({ onBack }: { readonly onBack: () => void }) {
  return (
    <Page>
      <Head title={texts.pageNotFound} indexed={false} />
      <EmptyState
        level={1}
        icon={outlines.search}
        title={texts.pageNotFound}
        actions={
          <>
            <Button look="secondary" onClick={onBack}>
              {texts.goBack}
            </Button>
            <LinkButton to={paths.home}>{texts.goToHome}</LinkButton>
          </>
        }
      >
        {texts.pageNotFoundReason}
      </EmptyState>
    </Page>
  );
}
