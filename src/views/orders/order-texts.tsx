import { Notice } from '../parts/notice.tsx';

interface OrderTextsProps {
  readonly texts: readonly string[];
  readonly tone?: 'warn' | 'info';
  readonly onDismiss?: (() => void) | undefined;
}

/** Result of an action on the order, one line each, e.g. which items can be ordered again (Q25). */
export function OrderTexts({ texts, tone = 'warn', onDismiss }: OrderTextsProps) {
  if (texts.length === 0) return null;
  return (
    <Notice tone={tone} onDismiss={onDismiss}>
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Notice>
  );
}
