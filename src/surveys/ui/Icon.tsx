/** Strokes of the icons, on a field of 24. */
const STROKES = {
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  out: 'M8 16l8-8M9 8h7v7',
  thumb: 'M7 11v9H4v-9h3l4-7.5a2.2 2.2 0 0 1 2.5 2.8L13 10h5.2a2 2 0 0 1 2 2.4l-1.3 6A2 2 0 0 1 17 20H7',
}

/** A drawing without words of its own. */
export function Icon({ name, size, turned }: { name: keyof typeof STROKES; size: number; turned?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={STROKES[name]} transform={turned ? 'matrix(1 0 0 -1 0 24)' : undefined} />
    </svg>
  )
}

/**
 * A face.
 *
 * @param mood From -2, angry, to 2, delighted: how the mouth bends, and from 2 on that it is open.
 */
export function Face({ mood }: { mood: number }) {
  const corner = 15.4 - mood * 0.7
  const mouth = `M8 ${corner}Q12 ${corner + mood * 2.6} 16 ${corner}`
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle class="disc" cx="12" cy="12" r="11" />
      <path
        d={`M8.6 9.8v.5M15.4 9.8v.5${mouth}${mood > 1 ? 'Z' : ''}${mood < -1 ? 'M6.6 6.4l2.8 1M17.4 6.4l-2.8 1' : ''}`}
      />
    </svg>
  )
}
