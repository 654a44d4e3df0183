import type { menuMachine } from '../../../src/machines/shell/menu.machine.ts';
import { HeaderView } from '../../../src/views/shell/header.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const menuView: MachineView<typeof menuMachine> = (snapshot, send) => (
  <HeaderView snapshot={snapshot} send={send} cartQuantity={0} connection={null} search="" />
);
