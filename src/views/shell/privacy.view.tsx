import { paths } from '../../rules/paths.ts';
import * as page from '../../texts/pages/privacy.tsx';
import { StaticPage } from './static-page.tsx';

export function PrivacyView() {
  return <StaticPage title={page.title} lead={page.lead} sections={page.sections} canonical={paths.privacy} numbered />;
}
