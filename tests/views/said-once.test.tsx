// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { clearPage, renderPage } from 'model-testing/view/page';
import { judgeShows, findRepeatedHeadings } from 'model-testing/view/shows';
import { NotFoundView } from '../../src/views/shell/not-found.view.tsx';
import { RootErrorView } from '../../src/views/shell/root-error.view.tsx';
import { EmptyState } from '../../src/views/parts/empty-state.tsx';

/** `findRepeatedHeadings` also checks each screen of each flow and each reading of a view. */

afterEach(clearPage);

test.each([
  ['an unknown page', () => <NotFoundView onBack={() => undefined} />],
  ['a crashed page', () => <RootErrorView isOffline={false} onReload={() => undefined} />],
  ['a page without a network', () => <RootErrorView isOffline onReload={() => undefined} />],
])('X35: repeats no heading in its text: %s', (_, view) => {
  const page = renderPage(view());
  expect(page.getAllByRole('heading')).toHaveLength(1);
  expect(findRepeatedHeadings(page)).toEqual([]);
});

test('X35: rejects a screen whose message repeats its heading', () => {
  const page = renderPage(
    <EmptyState title="Product Not Found" level={1}>
      Product not found.
    </EmptyState>,
  );
  expect(findRepeatedHeadings(page)).toEqual(['Product not found.']);
  expect(() => judgeShows({}, 'notFound', page, {} as never)).toThrow("both say 'Product not found.'");
});
