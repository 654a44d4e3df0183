/** §9: a page of reviews. */
export const REVIEWS_PAGE = 10;
/** §5, §9: characters of a comment. */
export const COMMENT_MAX = 500;
/** Characters of a title; our number. */
export const TITLE_MAX = 120;
