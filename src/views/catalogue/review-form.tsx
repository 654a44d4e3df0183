import { isBlank } from '../../../contract/rules/clean-text.ts';
import { COMMENT_MAX } from '../../../contract/rules/review-limits.ts';
import type { reviewsMachine } from '../../machines/catalogue/reviews.machine.ts';
import { isStars } from '../../rules/catalogue/reviews.ts';
import { Alert } from '../parts/alert.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { control } from '../parts/field.css.ts';
import { focusPart } from '../parts/focus-control.ts';
import { Form } from '../parts/form.tsx';
import { Star } from '../parts/stars.tsx';
import { TextField } from '../parts/text-field.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './reviews.css.ts';
import * as texts from '../../texts/catalogue.ts';

type Props = ViewProps<typeof reviewsMachine>;

const CHOICES = [1, 2, 3, 4, 5];
const ROWS = 5;

/** Stars, title and comment (§2 Reviews section, §5 Review). */
export function ReviewForm({ snapshot, send }: Props) {
  const { draft, formProblem } = snapshot.context;
  const { rating, title, comment } = draft;
  const isSending = snapshot.matches({ may: { allowed: 'submitting' } });
  const isBad = (isMissing: boolean) => (formProblem !== null && isMissing ? true : undefined);
  return (
    <div className={styles.writing}>
      <h2>{texts.writeAReview}</h2>
      <Form label={texts.writeAReview} onSubmit={() => send({ type: 'form.submit' })}>
        <fieldset role="radiogroup" name="rating" tabIndex={-1} aria-invalid={isBad(!isStars(rating))}>
          <legend className={styles.legend}>{texts.yourRating}</legend>
          <div className={styles.choice}>
            {CHOICES.map((stars) => (
              <label key={stars} className={styles.pick}>
                <input
                  type="radio"
                  name="rating"
                  value={stars}
                  checked={stars === rating}
                  disabled={isSending}
                  className={styles.radio}
                  aria-label={formatStars(stars)}
                  onChange={() => send({ type: 'rating.choose', rating: stars })}
                />
                <Star isFull={stars <= rating} />
              </label>
            ))}
            <span className={styles.chosen} aria-hidden="true">
              {rating > 0 && formatStars(rating)}
            </span>
          </div>
        </fieldset>
        <TextField
          label={texts.reviewTitle}
          optional
          name="reviewTitle"
          value={title}
          disabled={isSending}
          onChange={(value) => send({ type: 'title.change', title: value })}
        />
        <Field label={texts.reviewComment} hint={`${comment.length}/${COMMENT_MAX}`}>
          {(naming) => (
            <textarea
              {...naming}
              name="reviewComment"
              rows={ROWS}
              value={comment}
              disabled={isSending}
              aria-invalid={isBad(isBlank(comment))}
              className={control}
              onChange={(event) => send({ type: 'comment.change', comment: event.target.value })}
            />
          )}
        </Field>
        <p className={styles.note}>{texts.nameIsShown}</p>
        <Alert problem={formProblem} takeFocus />
        <div className={styles.actions}>
          <Button type="submit" busy={isSending}>
            {texts.submitReview}
          </Button>
          <Button
            look="secondary"
            disabled={isSending}
            onClick={({ currentTarget }) => {
              focusPart(currentTarget, '[role="tabpanel"]', '[data-write-review]');
              send({ type: 'form.cancel' });
            }}
          >
            {texts.cancel}
          </Button>
        </div>
      </Form>
    </div>
  );
}

function formatStars(stars: number): string {
  return stars === 1 ? texts.oneStar : texts.severalStars(stars);
}
