/** Returns an element with inner XML. */
export function tag(name: string, inner: string, attributes: Readonly<Record<string, string | number>> = {}): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${text(String(value))}"`);
  return `<${name}${given.join('')}>${inner}</${name}>`;
}

/** Returns a text as XML, with the line breaks that a parser returns. Characters that XML cannot contain are dropped. */
export function text(value: string): string {
  return value
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
