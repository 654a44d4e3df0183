import { hidden } from './visually-hidden.css.ts';

/**
 * Announces `message` to screen readers when it changes, invisibly. Keep it mounted: a region that appears with its
 * text stays silent.
 */
export function LiveRegion({ message }: { readonly message: string | null | undefined }) {
  return (
    <div role="status" aria-live="polite" className={hidden}>
      {message}
    </div>
  );
}
