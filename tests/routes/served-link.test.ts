// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { openServedLink } from '../../src/routes/served-link.ts';

afterEach(() => document.body.replaceChildren());

/** Presses the element with the id `pressed`. Returns what was opened, and whether the browser still follows the link. */
function press(html: string, init: MouseEventInit = {}) {
  document.body.innerHTML = html;
  const navigate = vi.fn<Parameters<typeof openServedLink>[1]>();
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...init });
  const listen = (one: MouseEvent) => openServedLink(one, navigate);
  document.addEventListener('click', listen, { capture: true, once: true });
  document.querySelector('#pressed')?.dispatchEvent(event);
  document.removeEventListener('click', listen, { capture: true });
  return { opened: navigate.mock.calls, isFollowed: !event.defaultPrevented };
}

const inPart = (link: string, state = 'asleep') => `<div data-part="${state}"><nav>${link}</nav></div>`;
const untouched = { opened: [], isFollowed: true };

test('opens a link of a part that is asleep in the app', () => {
  const link = '<a href="/cart?from=header#top"><span id="pressed">Cart</span></a>';
  expect(press(inPart(link))).toEqual({ opened: [['/cart?from=header#top', { replace: false }]], isFollowed: false });
});

test('replaces the entry of the history when the link leads to the open page', () => {
  const link = `<a id="pressed" href="${location.href}">Here</a>`;
  expect(press(inPart(link)).opened).toEqual([[expect.any(String), { replace: true }]]);
});

test.each<[string, string, MouseEventInit?]>([
  ['of a part that is awake', inPart('<a id="pressed" href="/cart">Cart</a>', 'awake')],
  ['outside of parts', '<a id="pressed" href="/cart">Cart</a>'],
  ['to another shop', inPart('<a id="pressed" href="https://other.test/cart">Other</a>')],
  ['to a phone number', inPart('<a id="pressed" href="tel:+254700123456">Call</a>')],
  ['for another tab', inPart('<a id="pressed" href="/cart" target="_blank">Cart</a>')],
  ['to a download', inPart('<a id="pressed" href="/cart" download="">Cart</a>')],
  ['pressed with Ctrl', inPart('<a id="pressed" href="/cart">Cart</a>'), { ctrlKey: true }],
  ['pressed with Command', inPart('<a id="pressed" href="/cart">Cart</a>'), { metaKey: true }],
  ['pressed with Shift', inPart('<a id="pressed" href="/cart">Cart</a>'), { shiftKey: true }],
  ['pressed with Alt', inPart('<a id="pressed" href="/cart">Cart</a>'), { altKey: true }],
  ['pressed with the middle button', inPart('<a id="pressed" href="/cart">Cart</a>'), { button: 1 }],
  ['that is none', inPart('<button id="pressed">Menu</button>')],
])('leaves a link %s to the browser', (_, html, init) => {
  expect(press(html, init)).toEqual(untouched);
});
