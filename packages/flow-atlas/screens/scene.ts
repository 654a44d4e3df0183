import { createElement } from 'react';
import type { ReactElement } from 'react';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { AnyModel } from 'model-testing/model/define';
import type { View } from 'model-testing/view/screen';

/** A flow as it is shown to people: what may happen to it, and how it is drawn. */
export interface Scene {
  readonly model: AnyModel;
  readonly view: View;
  /** What stands around a view that is a part of a page; left out where it is a whole one. */
  readonly Frame?: (props: { readonly children: ReactElement }) => ReactElement;
}

/** The view of one snapshot in its frame. */
export function drawn(
  { view, Frame }: Scene,
  snapshot: AnyMachineSnapshot,
  send: (event: EventObject) => void = () => undefined,
): ReactElement {
  const inside = view(snapshot, send);
  return Frame === undefined ? inside : createElement(Frame, null, inside);
}
