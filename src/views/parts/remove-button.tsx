import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface RemoveButtonProps {
  /** What is removed, e.g. the product's name. */
  readonly label: string;
  readonly onRemove: () => void;
}

/** Removes its line. The focus moves to the list first (give it `tabIndex={-1}`), as the button goes with the line. */
export function RemoveButton({ label, onRemove }: RemoveButtonProps) {
  return (
    <Button
      look="quiet"
      aria-label={`Remove ${label}`}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
        onRemove();
      }}
    >
      <Icon name="trash" size="s" />
      Remove
    </Button>
  );
}
