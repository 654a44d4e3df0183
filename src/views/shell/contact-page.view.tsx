import type { ReactNode } from 'react';
import { paths } from '../../rules/paths.ts';
import * as page from '../../texts/pages/contact.tsx';
import { StaticPage } from './static-page.tsx';

/** `form` sends a message to the shop. */
export function ContactView({ form }: { readonly form: ReactNode }) {
  return (
    <StaticPage
      title={page.title}
      lead={page.lead}
      canonical={paths.contact}
      sections={[page.reach, { title: page.form, body: form }, ...page.sections]}
    />
  );
}
