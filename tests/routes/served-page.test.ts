// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { watchServedPage } from '../../src/served-page.ts';

const SERVED = '<form><label for="a">Email</label><div><input id="a"></div><p>Pay <b>Ksh 5</b> now</p></form>';

let root: HTMLElement;
beforeEach(() => {
  document.body.innerHTML = `<div id="root">${SERVED}</div>`;
  root = document.querySelector('#root') as HTMLElement;
});

function wrapTexts() {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const font = document.createElement('font');
    font.textContent = `(${text.nodeValue})`;
    text.parentNode?.replaceChild(font, text);
  }
}

describe('the served page, before it is hydrated', () => {
  test.each([
    ['an icon of a password manager', () => root.querySelector('input')?.after(document.createElement('com-icon'))],
    ['a node in front of a label', () => root.querySelector('form')?.prepend(document.createElement('div'))],
    ['a field that is wrapped', () => wrapInput()],
    ['a text that is replaced', () => root.querySelector('b')?.firstChild?.replaceWith('KES 5')],
    ['a text that is changed in place', () => changeText()],
    ['a translation', wrapTexts],
    ['a translation of a translation', () => (wrapTexts(), wrapTexts())],
  ])('X70, X71: is restored to the server’s HTML after %s', (_, change) => {
    const field = root.querySelector('input') as HTMLInputElement;
    const page = watchServedPage(root);
    field.value = 'jane@example.com';
    change();
    page.restore();
    expect(root.innerHTML).toBe(SERVED);
    expect(root.querySelector('input')).toBe(field);
    expect(field.value).toBe('jane@example.com');
  });

  test('X71: is not restored after the hydration has started', () => {
    const page = watchServedPage(root);
    page.restore();
    root.append('more');
    page.restore();
    expect(root.innerHTML).toBe(`${SERVED}more`);
  });
});

function wrapInput() {
  const input = root.querySelector('input') as HTMLInputElement;
  const box = document.createElement('div');
  input.replaceWith(box);
  box.append(input);
}

function changeText() {
  const text = root.querySelector('b')?.firstChild;
  if (text) text.nodeValue = 'KES 5';
}
