import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';

interface DisclosureProps {
  /** Wraps both, so that the panel can be positioned under the button. */
  readonly className?: string;
  readonly buttonClassName: string;
  readonly panelClassName: string;
  /** Accessible name of a button without text. */
  readonly label?: string;
  readonly button: ReactNode;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** Called on Escape inside; the focus returns to the button. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A button that shows and hides a panel of links. `data-menu` marks elements that count as inside. */
export function Disclosure({
  className,
  buttonClassName,
  panelClassName,
  label,
  button,
  isOpen,
  onToggle,
  onClose,
  children,
}: DisclosureProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const listening = new AbortController();
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      onClose();
      toggle.current?.focus();
    };
    box.current?.addEventListener('keydown', closeOnEscape, listening);
    return () => listening.abort();
  });
  return (
    <div ref={box} data-menu="" className={className}>
      <button
        ref={toggle}
        type="button"
        className={buttonClassName}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        {button}
      </button>
      {isOpen && (
        <div id={id} className={panelClassName}>
          {children}
        </div>
      )}
    </div>
  );
}
