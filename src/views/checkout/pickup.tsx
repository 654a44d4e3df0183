import type { ReactNode } from 'react';
import { COUNTIES, getTowns } from '../../../contract/rules/counties.ts';
import { isSearchable, findPickupPlaces } from '../../rules/checkout/pickup.ts';
import type { PickupPlace } from '../../rules/checkout/pickup.ts';
import type { deliveryMachine } from '../../machines/checkout/delivery.machine.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { focusControl } from '../parts/focus-control.ts';
import { LiveRegion } from '../parts/live-region.tsx';
import { PickSearch } from '../parts/pick-search.tsx';
import { RadioGroup } from '../parts/radio-card.tsx';
import { Select } from '../parts/select.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './delivery.css.ts';
import { Stations } from './stations.tsx';
import * as texts from '../../texts/checkout.ts';

type Props = ViewProps<typeof deliveryMachine>;

/** Search, county, town and station (§2, U26). */
export function Pickup(props: Props) {
  const { snapshot } = props;
  return (
    <div className={styles.pickup}>
      <Search {...props} />
      <Place {...props} />
      <RadioGroup legend={texts.pickupStation} size={3}>
        <div className={styles.stations}>
          <StationArea {...props} />
        </div>
      </RadioGroup>
      <LiveRegion message={getAnnouncement(snapshot)} />
    </div>
  );
}

function Search({ snapshot, send }: Props) {
  const { query, isHeld } = snapshot.context;
  const places = isHeld ? [] : findPlaces(snapshot);
  return (
    <PickSearch
      name="pickupSearch"
      label={texts.searchStations}
      hint={texts.searchStationsHint}
      query={query}
      results={places.map((place) => ({
        key: [place.county, place.town, place.station?.id].join(),
        title: place.station?.name ?? place.town,
        note: place.station === null ? place.county : texts.stationIn(place.town, place.county),
        place,
      }))}
      readOnly={isHeld}
      note={!isHeld && isSearchFinished(snapshot) && places.length === 0 ? formatNoResults(query) : null}
      focusAfter="pickupTown"
      onChange={(text) => send({ type: 'search.change', query: text })}
      onPick={({ place }) => send({ type: 'search.pick', place })}
    />
  );
}

function Place({ snapshot, send }: Props) {
  const {
    choice: { county, town },
    refusal,
    isHeld,
  } = snapshot.context;
  return (
    <div className={styles.selects}>
      <Select
        name="pickupCounty"
        label={texts.county}
        value={county}
        placeholder={texts.chooseACounty}
        options={COUNTIES.map(toOption)}
        disabled={isHeld}
        error={county === '' ? refusal : null}
        required
        onChange={(name) => send({ type: 'county.choose', county: name })}
      />
      <Select
        name="pickupTown"
        label={texts.town}
        value={town}
        placeholder={texts.chooseATown}
        options={getTowns(county).map(toOption)}
        disabled={isHeld || county === ''}
        error={county === '' ? null : refusal}
        required
        onChange={(name) => send({ type: 'town.choose', town: name })}
      />
    </div>
  );
}

function StationArea({ snapshot, send }: Props): ReactNode {
  const { stations, choice, problem, isHeld } = snapshot.context;
  if (snapshot.matches({ pickup: { place: 'loadingStations' } }))
    return <Spinner label={texts.loadingStations} shown />;
  if (snapshot.matches({ pickup: { place: 'noStations' } })) return <p>{NO_STATIONS}</p>;
  if (snapshot.matches({ pickup: { place: 'failed' } })) {
    return (
      <Alert problem={problem}>
        <Button
          look="secondary"
          onClick={({ currentTarget }) => {
            send({ type: 'stations.retry' });
            focusControl(currentTarget, 'pickupTown');
          }}
        >
          {texts.tryStationsAgain}
        </Button>
      </Alert>
    );
  }
  if (snapshot.matches({ pickup: { place: 'choosingStation' } })) {
    return (
      <Stations
        stations={stations}
        chosen={choice.station}
        disabled={isHeld}
        onChoose={(id) => send({ type: 'station.choose', id })}
      />
    );
  }
  return <p className={styles.muted}>{texts.chooseCountyAndTown}</p>;
}

const NO_STATIONS = texts.noStations;

/** Text for screen readers: the number of search results, otherwise the stations of the chosen town. */
function getAnnouncement(snapshot: Props['snapshot']): string | null {
  const { query, stations, choice } = snapshot.context;
  if (query !== '') return isSearchFinished(snapshot) ? formatCount(findPlaces(snapshot), query) : null;
  if (snapshot.matches({ pickup: { place: 'noStations' } })) return NO_STATIONS;
  if (!snapshot.matches({ pickup: { place: 'choosingStation' } })) return null;
  return stations.length === 1 ? texts.oneStationIn(choice.town) : texts.stationsIn(stations.length, choice.town);
}

function formatCount({ length }: readonly PickupPlace[], query: string): string {
  if (length === 0) return formatNoResults(query);
  return length === 1 ? texts.oneResult : texts.severalResults(length);
}

function formatNoResults(query: string): string {
  return texts.nothingFoundFor(query.trim());
}

/** Returns whether the search has finished: it stays silent while the shopper types. */
function isSearchFinished(snapshot: Props['snapshot']): boolean {
  return isSearchable(snapshot.context.query) && snapshot.matches({ pickup: { search: 'idle' } });
}

function findPlaces({ context: { query, choice, found } }: Props['snapshot']): readonly PickupPlace[] {
  return findPickupPlaces(query, choice.county, found);
}

function toOption(name: string) {
  return { value: name, label: name };
}
