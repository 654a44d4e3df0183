import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentStaff } from '../../people.ts';

/** What the staff does to reviews (H5). */
export function createStaffReviewsService(deps: Deps, { reviews, audit }: Pick<Services, 'reviews' | 'audit'>) {
  const { db, clock } = deps;
  const { recordChange } = audit;

  /** Hides a review or shows it again; again changes nothing. Refusal `not-found` for an unknown one. */
  async function hide(staff: CurrentStaff, id: string, hidden: boolean): Promise<void> {
    await db.tx(async (tx) => {
      if (!(await reviews.hide(tx, id, hidden))) return;
      const change = { before: { hidden: !hidden }, after: { hidden } };
      await recordChange(tx, { staff, action: 'review.hidden', subject: `review ${id}`, ...change }, clock.now());
    });
  }

  return { hide };
}
