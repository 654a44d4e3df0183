import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { createDocument } from 'flow-atlas/screens/client/frame';
import type { Screens } from 'flow-atlas/screens/client/gallery';

export interface Screen {
  readonly name: string;
  readonly html: string;
}

/** Returns the kinds of screens of a flow from `<flow>.screens.js` in an atlas folder. */
export function getScreens(folder: string, flow: string): Screen[] {
  const script = readFileSync(path.join(folder, `${flow}.screens.js`), 'utf8');
  const { kinds, packed } = JSON.parse(script.slice(script.indexOf('] = {') + 4, -2)) as Screens;
  const html = JSON.parse(inflateRawSync(Buffer.from(packed, 'base64')).toString()) as string[];
  return kinds.flatMap(({ value, difference }, index) =>
    html[index] ? [{ name: `${flow}, ${value}${difference}`, html: html[index] }] : [],
  );
}

/** Opens a page in that folder which shows screens one after another without animations. */
export async function openForAxe(page: Page, folder: string): Promise<void> {
  const file = path.join(folder, 'axe.html');
  writeFileSync(file, createDocument(''));
  await page.goto(pathToFileURL(file).href);
  await page.addStyleTag({
    content: '*, ::before, ::after, ::backdrop { animation: none !important; transition: none !important }',
  });
  await page.addScriptTag({ path: createRequire(import.meta.url).resolve('axe-core/axe.min.js') });
}

/** Shows a screen in that page. Returns the serious and critical findings of axe. */
export function findingsIn(page: Page, { name, html }: Screen): Promise<string[]> {
  return page.evaluate(
    async ({ name, html }) => {
      document.body.innerHTML = html;
      document.title = name;
      for (const dialog of document.querySelectorAll('dialog')) dialog.showModal();
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      const { violations } = await axe.run({ resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .flatMap(({ id, nodes }) =>
          nodes.slice(0, 2).map(({ html: where }) => `${name}: ${id}: ${where.slice(0, 160)}`),
        );
    },
    { name, html: createDocument(html).replace(/^.*<body>|<\/body>.*$/gs, '') },
  );
}
