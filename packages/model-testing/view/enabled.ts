/** Returns whether pressing it can do something. */
export function isEnabled(control: HTMLElement): boolean {
  const native = control as HTMLInputElement;
  return (
    native.disabled !== true &&
    native.readOnly !== true &&
    control.getAttribute('aria-disabled') !== 'true' &&
    control.closest('fieldset[disabled]') === null &&
    !isUnderModal(control)
  );
}

/** Controls under an open dialog are unreachable; every dialog here is modal. */
export function isUnderModal(control: HTMLElement): boolean {
  const dialogs = [...control.ownerDocument.querySelectorAll('dialog[open]')];
  return dialogs.length > 0 && !dialogs.some((dialog) => dialog.contains(control));
}
