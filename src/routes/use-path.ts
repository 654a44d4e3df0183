import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Returns the address, path with query. `onPath` runs after each commit that shows a new one. */
export function usePath(onPath?: (path: string) => void): string {
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;
  useEffect(() => onPath?.(path), [path, onPath]);
  return path;
}
