import { createContext, use } from 'react';
import { useLocation } from 'react-router-dom';
import type * as v from 'valibot';
import type * as catalogue from '../../contract/catalogue.ts';
import { callKey } from '../../contract/endpoint.ts';
import type { Endpoint } from '../../contract/endpoint.ts';

/** The public GET calls that pages are rendered with. Types only, so that the schemas are not bundled. */
type ReadEndpoint = Extract<(typeof catalogue)[keyof typeof catalogue], Endpoint>;
export type ReadPath = ReadEndpoint['path'];
type EndpointAt<Path extends ReadPath> = Extract<ReadEndpoint, { readonly path: Path }>;
type RequestAt<Path extends ReadPath> = v.InferInput<EndpointAt<Path>['request']> & Readonly<Record<string, unknown>>;

/** One API call that the server makes before it renders a page. */
export type PageCall = {
  readonly [Path in ReadPath]: { readonly path: Path; readonly request: RequestAt<Path> };
}[ReadPath];

/** Data that the server loaded to render the page. The document carries it as JSON under the id `page-data`. */
export interface PageData {
  /** Epoch ms of the first render, the same on both sides. */
  readonly now: number;
  /** Reply bodies by callKey. `success: false` means that the server has no such record (404). */
  readonly replies: Readonly<Record<string, unknown>>;
}

export const PAGE_DATA_ID = 'page-data';

/** Data of the document's own page only: it may be outdated on the next page. */
export interface FirstPage extends PageData {
  /** The router's key of the document's history entry. A reload keeps the key that a navigation assigned. */
  readonly key: string;
  readonly isOver: () => boolean;
}

/** The key of an entry that the router has not created. */
export const UNNAMED_ENTRY = 'default';

const FirstPageContext = createContext<FirstPage | null>(null);

export const FirstPageProvider = FirstPageContext.Provider;

/**
 * Returns the reply that the server rendered this page with, or `null` when the page has to load it. Pass it to the
 * machine as input, which is read once: `useRootActor(machines.productDetail, { input: { loaded } })`.
 */
export function usePageData<Path extends ReadPath>(
  path: Path,
  request: RequestAt<Path>,
): v.InferOutput<EndpointAt<Path>['reply']> | null {
  const body = useBody(path, request);
  return isFailure(body) ? null : ((body as v.InferOutput<EndpointAt<Path>['reply']> | undefined) ?? null);
}

/** Returns whether the server looked and found no such record. */
export function useIsMissing<Path extends ReadPath>(path: Path, request: RequestAt<Path>): boolean {
  return isFailure(useBody(path, request));
}

/** Returns the epoch ms of the server's first render, or `null` on every later page. */
export function useFirstNow(): number | null {
  const first = use(FirstPageContext);
  return first?.isOver() === false ? first.now : null;
}

function useBody(path: ReadPath, request: Readonly<Record<string, unknown>>): unknown {
  const first = use(FirstPageContext);
  return useIsFirstPage() ? first?.replies[callKey({ method: 'GET', path }, request)] : undefined;
}

/** Returns whether the rendered page is the document's own page. */
export function useIsFirstPage(): boolean {
  const first = use(FirstPageContext);
  return useLocation().key === first?.key && !first.isOver();
}

export function isFailure(body: unknown): boolean {
  return (body as { readonly success?: unknown } | null | undefined)?.success === false;
}
