import { Notice } from '../parts/notice.tsx';

interface OrderTextsProps {
  readonly texts: readonly string[];
  readonly tone?: 'warn' | 'info';
  readonly onDismiss?: () => void;
}

/** What an order has just come to, line by line, e.g. what of it can be ordered again (Q25). */
export function OrderTexts({ texts, tone = 'warn', onDismiss }: OrderTextsProps) {
  if (texts.length === 0) return null;
  return (
    <Notice tone={tone} {...(onDismiss && { onDismiss })}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
