/**
 * Returns the numbers of a pagination bar: first page, two on each side of the current one, last page. `null` is an
 * ellipsis, shown only when at least one page is left out (§2 Products).
 */
export function getPageWindow(page: number, pages: number, reach = 2): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === pages || Math.abs(number - page) <= reach,
  );
  return shown.flatMap((number, index) => {
    const before = shown[index - 1];
    return before !== undefined && number - before > 1 ? [null, number] : [number];
  });
}
