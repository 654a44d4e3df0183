// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { renderPage } from '../view/page.ts';
import { readAloud } from '../view/reading.ts';

test('reads a page aloud: names, descriptions, conditions and places, in order', () => {
  const page = renderPage(
    <main>
      <h1>
        Your <b>ticket</b>
      </h1>
      <form aria-label="Book">
        <label htmlFor="phone">Phone</label>
        <input id="phone" name="phone" type="tel" defaultValue="07" required aria-describedby="help" />
        <p id="help">Ten digits</p>
        <select aria-label="Genre" name="genre" defaultValue="b">
          <option value="a">Jazz</option>
          <option value="b">Blues</option>
        </select>
        <button type="submit" aria-disabled="true" aria-busy="true">
          Book
        </button>
      </form>
      <a href="/help" target="_blank" rel="noreferrer">
        <img src="/a.jpg" alt="" />
        Help
        <span aria-hidden="true">9+</span>
      </a>
      <input type="range" aria-label="Volume" defaultValue="7" />
      <div role="listbox" aria-label="Suggestions">
        <a href="/jazz" role="option" aria-selected="true">
          Jazz
        </a>
      </div>
      <p role="alert">No seats</p>
    </main>,
  );
  expect(readAloud(page.element).split('\n')).toEqual([
    'main',
    '  heading 1 "Your ticket"',
    '  form "Book"',
    `    textbox "Phone" = '07' [phone] (tel, required) : Ten digits`,
    '    Ten digits',
    `    combobox "Genre" = 'Blues' of Jazz, Blues [genre]`,
    '    button "Book" (off, busy, submits)',
    '  link "Help" -> /help (in a new tab)',
    '    img "" of /a.jpg',
    '    ~ 9+',
    `  slider "Volume" = '7'`,
    '  listbox "Suggestions"',
    '    option "Jazz" -> /jazz (selected)',
    '  alert',
    '    No seats',
  ]);
});

test('ends the line of an element with the additional text', () => {
  const { element } = renderPage(<button type="button">Book</button>);
  expect(readAloud(element, ({ tagName }) => ` → pressed ${tagName}`)).toBe('button "Book" → pressed BUTTON');
});
