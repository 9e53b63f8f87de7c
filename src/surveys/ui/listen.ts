import { unzoned } from '../../page/unzoned'

/**
 * Listens to several kinds of events.
 *
 * @param types Their names, with blanks between.
 * @param capture True: on the way down, so that events count which do not bubble, or which somebody stops.
 * @returns What ends it.
 */
export function listen(
  target: EventTarget,
  types: string,
  run: (event: Event) => void,
  capture = false,
): () => void {
  const options = { capture, passive: true }
  for (const type of types.split(' ')) unzoned(target, 'addEventListener').call(target, type, run, options)
  return () => {
    for (const type of types.split(' '))
      unzoned(target, 'removeEventListener').call(target, type, run, options)
  }
}
