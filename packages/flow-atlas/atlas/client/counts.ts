/** Marks how often each transition was taken: a number on each label and line of the drawing. */
export function markCounts(world: SVGGElement, counts: readonly number[] | null): void {
  for (const mark of world.querySelectorAll('.count')) mark.remove();
  for (const marked of world.querySelectorAll('.taken, .untaken')) marked.classList.remove('taken', 'untaken');
  if (counts === null) return;
  let before = '';
  for (const element of world.querySelectorAll<SVGGraphicsElement>('[data-edges]')) {
    const told = element.getAttribute('data-edges') ?? '';
    const edges = told.split(' ').map(Number);
    const sum = edges.reduce((total, index) => total + (counts[index] ?? 0), 0);
    element.classList.add(sum > 0 ? 'taken' : 'untaken');
    // Continued lines of a box say the same, so only the first one gets the number.
    if (told === before && element.matches('.line')) continue;
    before = told;
    element.parentElement?.append(createMark(element.getBBox(), sum));
  }
  for (const label of world.querySelectorAll('.label[data-link]')) {
    const isTaken = label.querySelector('.taken') !== null;
    for (const path of world.querySelectorAll(`.edge[data-link="${label.getAttribute('data-link') ?? ''}"]`))
      path.classList.add(isTaken ? 'taken' : 'untaken');
  }
}

const HEIGHT = 14;
const LETTER = 7;

function createMark({ x, y, width }: DOMRect, count: number): SVGGElement {
  const text = count > 9_999 ? '9999+' : `${count}`;
  const wide = text.length * LETTER + 8;
  const mark = document.createElementNS('http://www.w3.org/2000/svg', 'g');
  mark.setAttribute('class', `count ${count > 0 ? 'taken' : 'untaken'}`);
  mark.setAttribute('transform', `translate(${x + width - 2} ${y - HEIGHT / 2})`);
  mark.innerHTML = `<title>${count === 0 ? 'Never taken' : `Taken ${count} times`}</title><rect width="${wide}" height="${HEIGHT}" rx="7"/><text x="${wide / 2}" y="11" text-anchor="middle">${text}</text>`;
  return mark;
}
