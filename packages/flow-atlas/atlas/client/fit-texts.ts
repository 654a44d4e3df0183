/**
 * Boxes are measured for Arial. With a wider fallback font, compresses the letter spacing of texts that exceed their
 * place.
 */
export function fitTexts(world: SVGGElement): void {
  for (const label of world.querySelectorAll<SVGGElement>('.label')) {
    const room = Number(label.querySelector('rect')?.getAttribute('width') ?? 0);
    for (const text of label.querySelectorAll('text')) squeeze(text, room - 4);
  }
  for (const box of world.querySelectorAll<SVGGElement>('.state:not(.open)')) {
    const frame = box.querySelector('rect');
    if (frame === null) continue;
    const end = Number(frame.getAttribute('x')) + Number(frame.getAttribute('width')) - 8;
    for (const text of box.querySelectorAll<SVGTextElement>('text')) {
      const from = text.querySelector('tspan:last-child') ?? text;
      squeeze(text, end - Number(from.getAttribute('x')));
    }
  }
}

function squeeze(text: SVGTextElement, room: number): void {
  const part = (text.querySelector('tspan:last-child') ?? text) as SVGTextContentElement;
  if (part.getComputedTextLength() <= room) return;
  part.setAttribute('textLength', String(room));
  part.setAttribute('lengthAdjust', 'spacingAndGlyphs');
}
