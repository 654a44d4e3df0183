import type { ComponentProps, ReactNode } from 'react';
import { Link } from './link.tsx';
import * as styles from './button.css.ts';
import { classNames } from './class-names.ts';
import { contents } from './contents.css.ts';
import { ring } from './spinner.css.ts';

interface Look {
  readonly look?: keyof typeof styles.look | undefined;
  /** Full width of its column. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'children' | 'className' | 'style'> {
  /** Shows a spinner, ignores presses and keeps the focus; a disabled button would lose it. */
  readonly busy?: boolean;
}

/** A button for an action on this page. `type` defaults to `button`. */
export function Button({
  look = 'primary',
  wide = false,
  busy = false,
  type = 'button',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(styles.look[look], wide && styles.wide)}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...(busy && { 'aria-disabled': true, 'aria-busy': true })}
    >
      {busy && <span className={ring} />}
      <span className={contents}>{children}</span>
    </button>
  );
}

interface LinkButtonProps extends Look, Omit<ComponentProps<typeof Link>, 'children' | 'className' | 'style'> {}

/** A link that looks like a button. */
export function LinkButton({ look = 'primary', wide = false, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(styles.look[look], wide && styles.wide)}>
      {children}
    </Link>
  );
}

/** A button-like link to another site, which receives no referrer. */
export function OutsideLinkButton({
  look = 'primary',
  wide = false,
  href,
  children,
}: Look & { readonly href: string }) {
  return (
    <a href={href} rel="noopener noreferrer" className={classNames(styles.look[look], wide && styles.wide)}>
      {children}
    </a>
  );
}
