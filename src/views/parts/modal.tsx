import { use, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { ModalStepsContext } from './modal-steps.ts';
import * as styles from './modal.css.ts';
import * as texts from '../../texts/common.ts';

interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  /** `drawer` fills the height at the side of a small screen. */
  readonly look?: keyof typeof styles.look;
  /** Left out, the modal cannot be dismissed, e.g. while it is sending. */
  readonly onDismiss?: () => void;
  /** What is typed here survives the dismissal, so that nothing has to be asked. */
  readonly keepsInput?: boolean;
}

/**
 * Open while mounted. The close button, Back, Escape and a press beside dismiss it; what was typed, chosen or ticked is
 * only discarded after a question (X31). The browser owns the focus trap, the backdrop and the way back of the focus.
 */
export function Modal({ title, look = 'box', children, onDismiss, keepsInput = false }: ModalProps) {
  const id = useId();
  const steps = use(ModalStepsContext);
  const [isAsking, setAsking] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const answersAtFirst = useRef<ReadonlyMap<string, string>>(new Map());

  /** Returns whether the modal is left. */
  function dismiss(): boolean {
    if (onDismiss === undefined) return false;
    if (!keepsInput && isAnswered(answersAtFirst.current, answersIn(dialog.current))) {
      setAsking(true);
      return false;
    }
    onDismiss();
    return true;
  }

  const latest = useRef(dismiss);
  useEffect(() => {
    latest.current = dismiss;
  });
  useEffect(() => steps.open(() => latest.current()), [steps]);
  useEffect(() => onPressBeside(dialog.current, () => latest.current()), []);
  useLayoutEffect(() => {
    answersAtFirst.current = answersIn(dialog.current);
    return openDialog(dialog.current);
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles.look[look]}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        dismiss();
      }}
      onClose={(event) => {
        // Open again since: in development React mounts everything twice.
        if (event.currentTarget.open) return;
        // A browser may close on the third Escape although cancel was prevented.
        if (!dismiss()) event.currentTarget.showModal();
      }}
    >
      <div className={styles.inner[look]}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {children}
      </div>
      {/* Last, so that the focus begins in the content; it stands in the corner above. */}
      {onDismiss !== undefined && (
        <button type="button" aria-label={texts.close} className={styles.close} onClick={dismiss}>
          <Icon name="close" />
        </button>
      )}
      {isAsking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={() => onDismiss?.()} />}
    </dialog>
  );
}

function DiscardQuestion({ onKeep, onDiscard }: { readonly onKeep: () => void; readonly onDiscard: () => void }) {
  return (
    <Modal title={texts.discardYourChanges} onDismiss={onKeep}>
      <p>{texts.changesNotSaved}</p>
      <ModalActions>
        <Button look="secondary" onClick={onKeep}>
          {texts.keepEditing}
        </Button>
        <Button look="danger" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </ModalActions>
    </Modal>
  );
}

/** The buttons at the foot of a modal. They stay in sight while the rest scrolls. */
export function ModalActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

function openDialog(dialog: HTMLDialogElement | null) {
  dialog?.showModal();
  // Closing while the element still stands gives focus back to what opened it; a dialog on top would keep the focus.
  return () => {
    for (const above of dialog?.querySelectorAll('dialog') ?? []) above.close();
    dialog?.close();
  };
}

/** Only the backdrop is the dialog itself. A press that begins inside, e.g. to select a text, may end beside it. */
function onPressBeside(dialog: HTMLDialogElement | null, dismiss: () => void) {
  let isBeside = false;
  const listening = new AbortController();
  const isOnBackdrop = ({ target }: Event) => target === dialog;
  dialog?.addEventListener('pointerdown', (event) => (isBeside = isOnBackdrop(event)), listening);
  dialog?.addEventListener('click', (event) => isBeside && isOnBackdrop(event) && dismiss(), listening);
  return () => listening.abort();
}

type Answered = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What is typed, chosen and ticked, by the fields' names; one of several ticks by its value, too. */
function answersIn(dialog: HTMLDialogElement | null): ReadonlyMap<string, string> {
  const fields = [...(dialog?.querySelectorAll<Answered>('input, select, textarea') ?? [])];
  return new Map(
    fields.map((field) =>
      field.matches('[type=checkbox], [type=radio]')
        ? [`${field.name} ${field.value}`, (field as HTMLInputElement).checked ? 'on' : '']
        : [field.name, field.value],
    ),
  );
}

function isAnswered(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  return [...now].some(([name, answer]) => answer !== (before.get(name) ?? ''));
}
