import { paths } from '../../rules/paths.ts';
import * as page from '../../texts/pages/about.tsx';
import { StaticPage } from './static-page.tsx';

export function AboutView() {
  return <StaticPage title={page.title} lead={page.lead} sections={page.sections} canonical={paths.about} />;
}
