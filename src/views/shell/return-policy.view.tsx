import { paths } from '../../rules/paths.ts';
import * as page from '../../texts/pages/return-policy.tsx';
import { StaticPage } from './static-page.tsx';

export function ReturnPolicyView() {
  return <StaticPage title={page.title} lead={page.lead} sections={page.sections} canonical={paths.returnPolicy} />;
}
