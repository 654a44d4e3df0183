// @vitest-environment happy-dom
import type { ComponentType } from 'react';
import { describe, expect, test } from 'vitest';
import { formatPhone } from '../../contract/rules/phone.ts';
import { shop } from '../../contract/shop.config.ts';
import { renderPage } from 'model-testing/view/page';
import { paths } from '../../src/rules/paths.ts';
import { AboutView } from '../../src/views/shell/about.view.tsx';
import { ContactView } from '../../src/views/shell/contact-page.view.tsx';
import { CustomerServiceView } from '../../src/views/shell/customer-service.view.tsx';
import { PrivacyView } from '../../src/views/shell/privacy.view.tsx';
import { ReturnPolicyView } from '../../src/views/shell/return-policy.view.tsx';
import { TermsView } from '../../src/views/shell/terms.view.tsx';

const getHtml = (View: ComponentType) => renderPage(<View />).html;
const getNumbers = (html: string) => [...html.matchAll(/<h2>(\d+)\. /g)].map(([, number]) => Number(number));
const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

describe('H8: texts that are not in the specification', () => {
  test.each([
    ['About', AboutView],
    ['Customer Service', CustomerServiceView],
    ['Return Policy', ReturnPolicyView],
    ['Terms of Service', TermsView],
    ['Privacy Policy', PrivacyView],
  ])('%s: has text under each heading and no placeholders', (_, View) => {
    const html = getHtml(View);
    expect(html.match(/<h1/g)).toHaveLength(1);
    const sections = html.split('<h2').slice(1);
    expect(sections.length).toBeGreaterThan(1);
    for (const section of sections) expect(section.replace(/<[^>]+>/g, ' ').length).toBeGreaterThan(60);
    expect(html).not.toMatch(/lorem ipsum|undefined|\[object/i);
  });

  test('A22: the contact page names each way to reach the shop, and has the form', () => {
    const page = renderPage(<ContactView form={<p>The form</p>} />);
    const ways = page.getAllByRole('listitem').map((item: HTMLElement) => item.textContent);
    expect(ways.slice(0, 3)).toEqual([
      `Phone: ${formatPhone(shop.phone)}`,
      `E-mail: ${shop.email}`,
      `Address: ${shop.address}`,
    ]);
    expect(page.getByText('The form')).toBeTruthy();
  });

  test('§2, H8: the terms have twelve numbered sections, link to returns and support, and require 18 years', () => {
    const html = getHtml(TermsView);
    expect(getNumbers(html)).toEqual(upTo(12));
    expect(html).toContain(`href="${paths.returnPolicy}"`);
    expect(html).toContain(shop.email);
    expect(html).toMatch(/18 years/);
  });

  test('§2, A46, H8: the privacy policy has ten sections, excludes children under 13, and links to support', () => {
    const html = getHtml(PrivacyView);
    expect(getNumbers(html)).toEqual(upTo(10));
    expect(html).toMatch(/under 13/);
    expect(html).toContain(shop.email);
  });
});
