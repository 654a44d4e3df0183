// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderPage } from '../view/page.ts';
import { readingOf } from '../view/reading.ts';

test('a page reads as it is heard: names, descriptions, conditions and places, in their order', () => {
  const page = renderPage(
    <main>
      <h1>
        Your <b>order</b>
      </h1>
      <form aria-label="Pay">
        <label htmlFor="phone">Phone</label>
        <input id="phone" name="phone" type="tel" defaultValue="07" required aria-describedby="help" />
        <p id="help">Ten digits</p>
        <select aria-label="Country" name="country" defaultValue="b">
          <option value="a">Kenya</option>
          <option value="b">Uganda</option>
        </select>
        <button type="submit" aria-disabled="true" aria-busy="true">
          Pay
        </button>
      </form>
      <a href="/cart" target="_blank" rel="noreferrer">
        <img src="/a.jpg" alt="" />
        Cart
        <span aria-hidden="true">9+</span>
      </a>
      <p role="alert">No money</p>
    </main>,
  );
  expect(readingOf(page.element).split('\n')).toEqual([
    'main',
    '  heading 1 "Your order"',
    '  form "Pay"',
    `    textbox "Phone" = '07' [phone] (tel, required) : Ten digits`,
    '    Ten digits',
    `    combobox "Country" = 'Uganda' of Kenya, Uganda [country]`,
    '    button "Pay" (off, busy, submits)',
    '  link "Cart" -> /cart (in a new tab)',
    '    img "" of /a.jpg',
    '    ~ 9+',
    '  alert',
    '    No money',
  ]);
});
