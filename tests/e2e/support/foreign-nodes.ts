import type { Page } from '@playwright/test';

/**
 * Wraps every text of the page in elements, as browsers do that translate a page. With `isLasting` also later texts.
 */
export function translate(page: Page, isLasting = true): Promise<void> {
  return page.evaluate((isLasting) => {
    const wrap = (root: Node) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        const parent = text.parentElement;
        if (parent === null || text.nodeValue?.trim() === '' || parent.closest('font, script, style, svg, select'))
          continue;
        const font = document.createElement('font');
        const inner = document.createElement('font');
        inner.textContent = text.nodeValue;
        font.append(inner);
        parent.replaceChild(font, text);
      }
    };
    wrap(document.body);
    if (!isLasting) return;
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records) {
        if (type === 'characterData') wrap(target.parentNode ?? target);
        for (const node of addedNodes) wrap(node.nodeType === Node.TEXT_NODE ? (node.parentNode ?? node) : node);
      }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  }, isLasting);
}

/** Inserts elements as password managers do: after each field, around it, in its form and in its label. */
export function putForeignNodes(page: Page): Promise<void> {
  return page.evaluate(() => {
    const foreign = (name: string) => document.createElement(name);
    for (const field of document.querySelectorAll('#root :is(input, textarea, select)')) {
      field.after(foreign('com-manager-icon'));
      field.before(foreign('span'));
    }
    for (const form of document.querySelectorAll('#root form')) {
      form.prepend(foreign('div'));
      form.append(foreign('com-manager-form'));
    }
    for (const label of document.querySelectorAll('#root label')) label.append(foreign('span'));
    document.querySelector('#root')?.append(foreign('com-manager'));
  });
}
