import { useId } from 'react';
import type { ReactNode } from 'react';
import * as styles from './modal.css.ts';

interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  /** `drawer` fills the height at the side of a small screen. */
  readonly look?: keyof typeof styles.look;
  /** Left out, the modal cannot be dismissed. */
  readonly onDismiss?: () => void;
}

/** Open while mounted. The browser owns the focus trap, the backdrop and the way back of the focus. */
export function Modal({ title, look = 'box', children, onDismiss }: ModalProps) {
  const id = useId();
  return (
    <dialog
      ref={openOnMount}
      className={styles.look[look]}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onDismiss?.();
      }}
      onClose={(event) => {
        // Open again since: in development React mounts everything twice.
        if (event.currentTarget.open) return;
        // A browser may close on the third Escape although cancel was prevented.
        if (onDismiss === undefined) event.currentTarget.showModal();
        else onDismiss();
      }}
    >
      <div className={styles.inner}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}

/** The buttons at the foot of a modal. */
export function ModalActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

function openOnMount(dialog: HTMLDialogElement | null) {
  dialog?.showModal();
  // Closing while the element still stands gives focus back to what opened it.
  return () => dialog?.close();
}
