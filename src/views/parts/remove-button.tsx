import { Button } from './button.tsx';
import { focusPage } from './focus-page.ts';
import { Icon } from './icon.tsx';
import * as texts from '../../texts/common.ts';
import * as outlines from './outlines.ts';

interface RemoveButtonProps {
  /** Name of the removed thing, e.g. the product. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly onRemove: () => void;
}

/**
 * Removes its line. Moves the focus to the list first (give it `tabIndex={-1}`), because the button disappears with the
 * line; the list disappears with its last line.
 */
export function RemoveButton({ label, disabled = false, onRemove }: RemoveButtonProps) {
  return (
    <Button
      look="quiet"
      disabled={disabled}
      aria-label={texts.removeNamed(label)}
      onClick={({ currentTarget }) => {
        const list = currentTarget.closest<HTMLElement>('[tabindex="-1"]');
        if (list === null || list.childElementCount <= 1) focusPage(currentTarget);
        else list.focus();
        onRemove();
      }}
    >
      <Icon outline={outlines.trash} size="s" />
      {texts.remove}
    </Button>
  );
}
