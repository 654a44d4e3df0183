import { paths } from '../../rules/paths.ts';
import * as page from '../../texts/pages/terms.tsx';
import { StaticPage } from './static-page.tsx';

export function TermsView() {
  return <StaticPage title={page.title} lead={page.lead} sections={page.sections} canonical={paths.terms} numbered />;
}
