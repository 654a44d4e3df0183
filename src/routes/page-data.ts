import { createContext, use } from 'react';
import { useLocation } from 'react-router-dom';
import type * as v from 'valibot';
import type * as catalogue from '../../contract/catalogue.ts';
import { callKey } from '../../contract/endpoint.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

/** The public GET calls that pages are rendered with. Here only their types: their schemas would come along. */
type Read = Extract<(typeof catalogue)[keyof typeof catalogue], Endpoint>;
export type ReadPath = Read['path'];
type ReadOf<Path extends ReadPath> = Extract<Read, { readonly path: Path }>;
type RequestOf<Path extends ReadPath> = v.InferInput<ReadOf<Path>['request']> & Readonly<Record<string, unknown>>;

/** One call of the API that the server makes for a page before it renders it. */
export type PageCall = {
  readonly [Path in ReadPath]: { readonly path: Path; readonly request: RequestOf<Path> };
}[ReadPath];

/** What the server loaded for the page that it rendered; the document carries it as JSON under the id `page-data`. */
export interface PageData {
  /** Epoch ms of the first render, on both sides. */
  readonly now: number;
  /** Bodies by callKey. A body with `success: false` says that the server has no such thing (404). */
  readonly replies: Readonly<Record<string, unknown>>;
}

export const PAGE_DATA_ID = 'page-data';

/** Answers for the document's own page only: what was true when it was opened may not be on the next page. */
export interface FirstPage extends PageData {
  /** The router's key of the document's own history entry; a reload keeps the key that a navigation gave it. */
  readonly key: string;
  readonly isOver: () => boolean;
}

/** The key of an entry that no navigation of the router has made. */
export const UNNAMED_ENTRY = 'default';

const FirstPageContext = createContext<FirstPage | null>(null);

export const FirstPageProvider = FirstPageContext.Provider;

/**
 * The reply that the server rendered this page with, or null where the page has to load it. Pass it to the
 * machine as input, which is read once: `useRootActor(machines.productDetail, { input: { loaded } })`.
 */
export function usePageData<Path extends ReadPath>(
  path: Path,
  request: RequestOf<Path>,
): v.InferOutput<ReadOf<Path>['reply']> | null {
  const body = useBody(path, request);
  return isFailure(body) ? null : ((body as v.InferOutput<ReadOf<Path>['reply']> | undefined) ?? null);
}

/** True where the server looked and there is no such thing. */
export function useIsMissing<Path extends ReadPath>(path: Path, request: RequestOf<Path>): boolean {
  return isFailure(useBody(path, request));
}

/** Epoch ms of the server's first render; null on every later page. */
export function useFirstNow(): number | null {
  const first = use(FirstPageContext);
  return first?.isOver() === false ? first.now : null;
}

function useBody(path: ReadPath, request: Readonly<Record<string, unknown>>): unknown {
  const first = use(FirstPageContext);
  return useIsFirstPage() ? first?.replies[callKey({ method: 'GET', path }, request)] : undefined;
}

/** Whether it is the document's own page that is rendered. */
export function useIsFirstPage(): boolean {
  const first = use(FirstPageContext);
  return useLocation().key === first?.key && !first.isOver();
}

export function isFailure(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'success' in body && body.success === false;
}
