import { createElement } from 'react';
import type { ReactElement } from 'react';
import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { AnyModel } from 'model-testing/model/define';
import type { View } from 'model-testing/view/screen';

/** A flow for display: its possible events, and how to render it. */
export interface Scene {
  readonly model: AnyModel;
  readonly view: View;
  /** Surroundings of a view that is a part of a page; omitted for a whole page. */
  readonly Frame?: (props: { readonly children: ReactElement }) => ReactElement;
}

/** Renders the view of one snapshot in its frame. */
export function renderScene(
  { view, Frame }: Scene,
  snapshot: AnyMachineSnapshot,
  send: (event: EventObject) => void = () => undefined,
): ReactElement {
  const inside = view(snapshot, send);
  return Frame === undefined ? inside : createElement(Frame, null, inside);
}
