import { useEffect } from 'preact/hooks'
import { isPageHidden } from './isPageHidden'

/** Calls a function again and again while the page is in front. The function stays the same between renderings. */
export function useInterval(call: () => void, ms: number): void {
  useEffect(() => {
    const timer = setInterval(() => isPageHidden() || call(), ms)
    return () => clearInterval(timer)
  }, [call, ms])
}
