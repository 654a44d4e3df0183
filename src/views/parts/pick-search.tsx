import { focusControl } from './focus-control.ts';
import * as styles from './pick-search.css.ts';
import { List } from './list.tsx';
import { TextField } from './text-field.tsx';
import * as texts from '../../texts/common.ts';

export interface Result {
  readonly key: string;
  readonly title: string;
  /** Place or kind of the result. */
  readonly note: string;
}

interface PickSearchProps<Found extends Result> {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly query: string;
  readonly results: readonly Found[];
  /** Text in place of the results, e.g. that there are none. */
  readonly note: string | null;
  readonly readOnly?: boolean;
  /** Name of the control that shows the picked result; it receives the focus. */
  readonly focusAfter: string;
  readonly onChange: (query: string) => void;
  readonly onPick: (result: Found) => void;
}

/** A search as you type, with its results as buttons. Enter picks the first one and never submits the form. */
export function PickSearch<Found extends Result>(props: PickSearchProps<Found>) {
  const { name, label, hint, query, results, note, readOnly, focusAfter, onChange, onPick } = props;
  const pick = (from: Element, result: Found) => {
    onPick(result);
    focusControl(from, focusAfter);
  };
  return (
    <div className={styles.search}>
      <TextField
        type="search"
        name={name}
        label={label}
        hint={hint}
        value={query}
        readOnly={readOnly}
        maxLength={60}
        autoComplete="off"
        enterKeyHint="search"
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          const [first] = results;
          if (first !== undefined && !event.nativeEvent.isComposing) pick(event.currentTarget, first);
        }}
      />
      {results.length > 0 && (
        <List className={styles.results} aria-label={texts.searchResults}>
          {results.map((result) => (
            <li key={result.key}>
              <button type="button" className={styles.result} onClick={(event) => pick(event.currentTarget, result)}>
                <span className={styles.name}>{result.title}</span> <span className={styles.note}>{result.note}</span>
              </button>
            </li>
          ))}
        </List>
      )}
      {note !== null && <p className={styles.note}>{note}</p>}
    </div>
  );
}
