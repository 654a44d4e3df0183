import { paths } from '../../rules/paths.ts';
import * as page from '../../texts/pages/customer-service.tsx';
import { StaticPage } from './static-page.tsx';

export function CustomerServiceView() {
  return <StaticPage title={page.title} lead={page.lead} sections={page.sections} canonical={paths.customerService} />;
}
