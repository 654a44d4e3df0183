/** Reviews per page (§9). */
export const REVIEWS_PAGE = 10;
/** Maximum length of a comment (§5, §9). */
export const COMMENT_MAX = 500;
/** Maximum length of a title. Not in the specification. */
export const TITLE_MAX = 120;
