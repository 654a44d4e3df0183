import { Notice } from '../parts/notice.tsx';

/** What an order has just come to, line by line, e.g. what of it can be ordered again (Q25). */
export function OrderTexts({
  texts,
  tone = 'warn',
}: {
  readonly texts: readonly string[];
  readonly tone?: 'warn' | 'info';
}) {
  if (texts.length === 0) return null;
  return (
    <Notice tone={tone}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
