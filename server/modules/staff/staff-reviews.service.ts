import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentStaff } from '../../people.ts';

/** Staff actions on reviews (H5). */
export function createStaffReviewsService(deps: Deps, { reviews, audit }: Pick<Services, 'reviews' | 'audit'>) {
  const { db, clock } = deps;
  const { recordChange } = audit;

  /** Hides or shows a review. A repeated call changes nothing. Throws `Refusal` `not-found` for an unknown review. */
  async function hide(staff: CurrentStaff, id: string, hidden: boolean): Promise<void> {
    await db.tx(async (tx) => {
      if (!(await reviews.hide(tx, id, hidden))) return;
      const change = { before: { hidden: !hidden }, after: { hidden } };
      await recordChange(tx, { staff, action: 'review.hidden', subject: `review ${id}`, ...change }, clock.now());
    });
  }

  return { hide };
}
