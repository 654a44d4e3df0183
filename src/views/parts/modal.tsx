import { use, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { assertPresent } from '../../rules/required.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { ModalStepsContext } from './modal-steps.ts';
import * as styles from './modal.css.ts';
import * as texts from '../../texts/common.ts';
import * as outlines from './outlines.ts';

interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  /** `drawer` fills the height at the side of a small screen. */
  readonly look?: keyof typeof styles.look;
  /** Omitted when the modal cannot be dismissed, e.g. while it is sending. */
  readonly onDismiss?: () => void;
  /** The input survives a dismissal, so no question is needed. */
  readonly keepsInput?: boolean;
}

/**
 * Open while mounted. The close button, Back, Escape and a press on the backdrop dismiss it; changed input is discarded
 * only after a question (X31). The browser handles the focus trap, the backdrop and the return of the focus.
 */
export function Modal({ title, look = 'box', children, onDismiss, keepsInput = false }: ModalProps) {
  const id = useId();
  const steps = use(ModalStepsContext);
  const [isAsking, setAsking] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const answersAtFirst = useRef<ReadonlyMap<string, string>>(new Map());

  /** Returns whether the modal was dismissed. */
  function dismiss(): boolean {
    if (onDismiss === undefined) return false;
    if (!keepsInput && hasNewAnswers(answersAtFirst.current, getAnswers(dialog.current))) {
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
  useEffect(() => onBackdropPress(assertPresent(dialog.current), () => latest.current()), []);
  useLayoutEffect(() => {
    const element = assertPresent(dialog.current);
    answersAtFirst.current = getAnswers(element);
    return openDialog(element);
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
        // Already open again: in development React mounts everything twice.
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
      {/* Last, so that the focus starts in the content; it is displayed in the upper corner. */}
      {onDismiss !== undefined && (
        <button type="button" aria-label={texts.close} className={styles.close} onClick={dismiss}>
          <Icon outline={outlines.close} />
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

/** The buttons at the bottom of a modal. They stay visible while the rest scrolls. */
export function ModalActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}

function openDialog(dialog: HTMLDialogElement) {
  dialog.showModal();
  // Closing while the element still exists returns the focus to the opener; a dialog on top would keep the focus.
  return () => {
    for (const above of dialog.querySelectorAll('dialog')) above.close();
    dialog.close();
  };
}

/**
 * Only a press on the backdrop targets the dialog itself. A press that starts inside, e.g. to select text, may end
 * outside.
 */
function onBackdropPress(dialog: HTMLDialogElement, dismiss: () => void) {
  let isBeside = false;
  const listening = new AbortController();
  const isOnBackdrop = ({ target }: Event) => target === dialog;
  dialog.addEventListener('pointerdown', (event) => (isBeside = isOnBackdrop(event)), listening);
  dialog.addEventListener('click', (event) => isBeside && isOnBackdrop(event) && dismiss(), listening);
  return () => listening.abort();
}

type InputElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the input values by field name; checkboxes of one name also by value. */
function getAnswers(dialog: HTMLDialogElement | null): ReadonlyMap<string, string> {
  const fields = [...(dialog?.querySelectorAll<InputElement>('input, select, textarea') ?? [])];
  return new Map(
    fields.map((field) =>
      field.matches('[type=checkbox], [type=radio]')
        ? [`${field.name} ${field.value}`, (field as HTMLInputElement).checked ? 'on' : '']
        : [field.name, field.value],
    ),
  );
}

function hasNewAnswers(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): boolean {
  return [...now].some(([name, answer]) => answer !== (before.get(name) ?? ''));
}
