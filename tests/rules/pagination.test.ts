import { describe, expect, test } from 'vitest';
import { getPageWindow } from '../../src/rules/pagination.ts';

describe('§2 Products: the pagination bar', () => {
  test.each<[number, number, (number | null)[]]>([
    [1, 1, [1]],
    [1, 5, [1, 2, 3, null, 5]],
    [5, 10, [1, null, 3, 4, 5, 6, 7, null, 10]],
    [4, 10, [1, 2, 3, 4, 5, 6, null, 10]],
    [10, 10, [1, null, 8, 9, 10]],
    [1, 0, []],
  ])('page %i of %i', (page, pages, shown) => expect(getPageWindow(page, pages)).toEqual(shown));
});
