import type { FocusEvent } from 'react';
import { formatKsh } from '../../../contract/rules/money.ts';
import type { priceFilterMachine } from '../../machines/catalogue/price-filter.machine.ts';
import { toSettledPrice, toThumbPositions } from '../../rules/catalogue/price-range.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { classNames } from '../parts/class-names.ts';
import { Form } from '../parts/form.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './filters.css.ts';
import * as texts from '../../texts/catalogue.ts';

type Props = ViewProps<typeof priceFilterMachine>;

/** Slider, inputs and buttons of the price (§2 Filter sidebar). */
export function PriceFilterView({ snapshot, send }: Props) {
  return (
    <section className={styles.group} aria-label={texts.price}>
      <div className={styles.priceHead}>
        <h3 className={styles.legend}>{texts.price}</h3>
        {snapshot.matches({ range: { ready: 'pending' } }) && <Badge tone="warn">{texts.pending}</Badge>}
        {snapshot.matches({ price: 'active' }) && <Badge tone="brand">{texts.active}</Badge>}
      </div>
      {snapshot.matches({ range: 'unavailable' }) ? (
        <p role="status" className={styles.notice}>
          {texts.priceRangeNotAvailable}
        </p>
      ) : (
        <Controls snapshot={snapshot} send={send} />
      )}
    </section>
  );
}

function Controls({ snapshot, send }: Props) {
  const { draft, range } = snapshot.context;
  const isOff = !snapshot.can({ type: 'min.change', text: draft.min });
  const canApply = snapshot.can({ type: 'price.apply' });
  const canClear = snapshot.can({ type: 'price.clear' });
  /** On blur a field shows the price that applies. */
  const settle = (type: 'min.change' | 'max.change', end: number) => (event: FocusEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    const text = toSettledPrice(value, end);
    if (text !== value) send({ type, text });
  };
  return (
    <Form
      label={texts.priceFilter}
      onSubmit={() => {
        if (canApply) send({ type: 'price.apply' });
      }}
    >
      <Slider snapshot={snapshot} send={send} isOff={isOff} />
      <div className={styles.inputs}>
        <TextField
          label={texts.minPrice}
          name="minPrice"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={draft.min}
          disabled={isOff}
          onChange={(text) => send({ type: 'min.change', text })}
          onBlur={settle('min.change', range.min)}
        />
        <TextField
          label={texts.maxPrice}
          name="maxPrice"
          inputMode="numeric"
          autoComplete="off"
          maxLength={9}
          value={draft.max}
          disabled={isOff}
          onChange={(text) => send({ type: 'max.change', text })}
          onBlur={settle('max.change', range.max)}
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit" wide {...(!canApply && { 'aria-disabled': true })}>
          {texts.applyPriceFilter}
        </Button>
        <Button
          look="quiet"
          wide
          {...(canClear ? { onClick: () => send({ type: 'price.clear' }) } : { 'aria-disabled': true })}
        >
          {texts.clearPriceFilter}
        </Button>
      </div>
    </Form>
  );
}

/** Two native sliders, which keyboard, touch and screen readers support. */
function Slider({ snapshot, send, isOff }: Props & { readonly isOff: boolean }) {
  const { draft, range } = snapshot.context;
  const thumbs = toThumbPositions(draft, range);
  const share = (price: number) => ((price - range.min) / (range.max - range.min)) * 100;
  const native = { min: range.min, max: range.max, step: 1, disabled: isOff };
  return (
    <div className={styles.slider}>
      <svg className={styles.track} aria-hidden="true">
        <rect x={`${share(thumbs.min)}%`} width={`${share(thumbs.max) - share(thumbs.min)}%`} height="100%" />
      </svg>
      <input
        {...native}
        type="range"
        name="lowest"
        aria-label={texts.minimumPrice}
        aria-valuetext={formatKsh(thumbs.min)}
        className={classNames(styles.range, share(thumbs.min) > 50 && styles.raised)}
        value={thumbs.min}
        onChange={(event) => send({ type: 'min.slide', value: Number(event.target.value) })}
      />
      <input
        {...native}
        type="range"
        name="highest"
        aria-label={texts.maximumPrice}
        aria-valuetext={formatKsh(thumbs.max)}
        className={styles.range}
        value={thumbs.max}
        onChange={(event) => send({ type: 'max.slide', value: Number(event.target.value) })}
      />
    </div>
  );
}
