import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The address, path with query; `onPath` hears of it after each commit that shows another one. */
export function usePath(onPath?: (path: string) => void): string {
  const { pathname, search } = useLocation();
  const path = `${pathname}${search}`;
  useEffect(() => onPath?.(path), [path, onPath]);
  return path;
}
