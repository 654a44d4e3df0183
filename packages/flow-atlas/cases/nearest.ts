const NEAREST = 3;

/** `There is no machine 'lgoin'. Did you mean login, logout?`, or all names when none is similar. */
export function createUnknownNameError(what: string, name: string, known: readonly string[]): Error {
  const near = findNearest(name, known);
  const hint = near.length > 0 ? `Did you mean ${near.join(', ')}?` : `There are: ${known.join(', ')}.`;
  return new Error(`There is no ${what} '${name}'. ${hint}`);
}

/** Returns similar names, best first. */
export function findNearest(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase();
  const reach = Math.max(2, Math.floor(wanted.length / 3));
  return known
    .map((one) => ({ one, far: getDistance(wanted, one.toLowerCase()) }))
    .filter(({ far }) => far <= reach)
    .sort((a, b) => a.far - b.far || a.one.localeCompare(b.one))
    .slice(0, NEAREST)
    .map(({ one }) => one);
}

function getDistance(wanted: string, name: string): number {
  if (wanted === '') return Number.POSITIVE_INFINITY;
  return name.includes(wanted) || wanted.includes(name) ? 1 : editDistance(wanted, name);
}

/** Returns the edit distance (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, wanted] of [...other].entries()) {
      const changed = (row[column] ?? 0) + (letter === wanted ? 0 : 1);
      next.push(Math.min((next[column] ?? 0) + 1, (row[column + 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
