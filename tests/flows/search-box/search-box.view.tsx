import type { searchBoxMachine } from '../../../src/machines/catalogue/search-box.machine.ts';
import { SearchBoxView } from '../../../src/views/catalogue/search-box.view.tsx';
import type { MachineView } from 'model-testing/view/screen';

export const searchBoxView: MachineView<typeof searchBoxMachine> = (snapshot, send) => (
  <SearchBoxView snapshot={snapshot} send={send} />
);
