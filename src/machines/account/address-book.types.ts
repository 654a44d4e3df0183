import type { SavedAddress, User } from '../../../contract/user.ts';
import type { AddressErrors, AddressField, AddressFields, AddressNews } from '../../rules/account/address-book.ts';

/** What address-book.machine.ts is given, knows and hears. */

export interface AddressBookInput {
  readonly user: User;
}

export interface AddressBookContext extends AddressBookInput {
  /** The address that is edited, deleted or made the default. */
  readonly chosen: SavedAddress | null;
  readonly draft: AddressFields;
  readonly fieldErrors: AddressErrors;
  /** Undo is not offered yet. */
  readonly justDeleted: SavedAddress | null;
  /** What Undo would bring back; null where nothing can be undone any more. */
  readonly deleted: SavedAddress | null;
  /** Not said yet. */
  readonly news: AddressNews | null;
  /** What is said now. */
  readonly message: AddressNews | null;
}

export type AddressBookEvent =
  | { readonly type: 'user.changed'; readonly user: User }
  | { readonly type: 'session.ended' }
  | { readonly type: 'address.add' }
  | { readonly type: 'address.edit'; readonly id: string }
  | { readonly type: 'address.delete'; readonly id: string }
  | { readonly type: 'address.makeDefault'; readonly id: string }
  | { readonly type: 'field.change'; readonly field: AddressField; readonly value: string }
  | { readonly type: 'default.choose'; readonly isOn: boolean }
  | { readonly type: 'form.submit' }
  | { readonly type: 'form.cancel' }
  | { readonly type: 'undo.press' };

export interface Chosen {
  readonly id: string;
}
