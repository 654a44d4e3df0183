import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The address, path with query; `tell` hears of it after each commit that shows another one. */
export function usePath(tell?: (path: string) => void): string {
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;
  useEffect(() => tell?.(path), [path, tell]);
  return path;
}
