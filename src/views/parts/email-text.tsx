import { Fragment } from 'react';

/** An e-mail address that wraps before its @ and its dots instead of inside a word (X36). */
export function EmailText({ email }: { readonly email: string }) {
  return (
    <span translate="no">
      {email.split(/(?=[@.])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          <span>{part}</span>
        </Fragment>
      ))}
    </span>
  );
}
