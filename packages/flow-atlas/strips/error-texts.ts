/** Returns the texts with which a rendered view reports a problem: its alerts, and the messages of invalid fields. */
export function findErrorTexts(html: string): string[] {
  const alerts = [...html.matchAll(/role="alert"[^>]*>(.*?)<\/(?:div|p|section)>/gs)].map(([, inside = '']) => inside);
  const messages = [...html.matchAll(/<[^>]* aria-invalid="true"[^>]*>/g)].flatMap(([field]) =>
    (/ aria-describedby="([^"]*)"/.exec(field)?.[1] ?? '').split(' ').map((id) => findElementById(html, id)),
  );
  return [...new Set([...alerts, ...messages].map(toText))].filter((text) => text !== '');
}

function findElementById(html: string, id: string): string {
  const start = id === '' ? -1 : html.indexOf(` id="${id}"`);
  return start === -1 ? '' : (/^[^>]*>(.*?)<\/(?:div|p|span)>/s.exec(html.slice(start))?.[1] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

function toText(html: string): string {
  return html
    .replaceAll(/<svg.*?<\/svg>|<button.*?<\/button>/gs, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
