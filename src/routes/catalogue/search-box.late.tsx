import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { searchBoxMachines } from '../../compose/catalogue/search-box.ts';
import { getQueryText } from '../../rules/address-text.ts';
import { SearchBoxView } from '../../views/catalogue/search-box.view.tsx';
import { useMachines } from '../app-context.tsx';
import { connect } from '../connect.tsx';
import { useRootActor } from '../root-actor.ts';

const ConnectedSearchBox = connect(SearchBoxView);

/** The header's search box, filled with the search text of the address. */
export default function SearchBox() {
  const searched = getQueryText(useLocation().search, 'search');
  const box = useRootActor(useMachines(searchBoxMachines).searchBox, { input: { searched } });
  useEffect(() => box.send({ type: 'address.changed', searched }), [box, searched]);
  return <ConnectedSearchBox actor={box} />;
}
