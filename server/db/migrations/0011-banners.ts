/** Banners of the carousel on the home page (§3 Banner). A new table, so a running shop is not affected. */
export const banners: readonly string[] = [
  `create table if not exists banners (
    id uuid primary key,
    title text not null,
    subtitle text not null default '',
    button_text text not null default '',
    link text not null default '',
    image text not null default '',
    position text not null default 'hero',
    sort_order integer not null default 0,
    is_active boolean not null default true
  )`,
];
