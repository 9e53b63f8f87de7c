import type { DragSort } from './useDragSort'

/** The part of an item that a pointer drags. Keyboards use the buttons that move the item, so that screen readers do not meet it. */
export function Grip({
  index,
  onPress,
  isFixed = false,
}: Pick<DragSort<HTMLElement>, 'onPress'> & {
  index: number
  /** Whether the item keeps its place. */
  isFixed?: boolean
}) {
  return (
    <span
      class={isFixed ? 'grip is-fixed' : 'grip'}
      aria-hidden="true"
      title={isFixed ? undefined : 'Drag to move'}
      onPointerDown={isFixed ? undefined : event => onPress(event, index)}
    />
  )
}
