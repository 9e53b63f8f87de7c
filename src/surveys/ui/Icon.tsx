/** Paths of the icons, on a grid of 24. */
const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  external: 'M8 16l8-8M9 8h7v7',
  thumb: 'M7 11v9H4v-9h3l4-7.5a2.2 2.2 0 0 1 2.5 2.8L13 10h5.2a2 2 0 0 1 2 2.4l-1.3 6A2 2 0 0 1 17 20H7',
}

/** An icon, hidden from screen readers. */
export function Icon({ name, size, flipped }: { name: keyof typeof PATHS; size: number; flipped?: boolean }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={PATHS[name]} transform={flipped ? 'matrix(1 0 0 -1 0 24)' : undefined} />
    </svg>
  )
}

/**
 * A face, hidden from screen readers.
 *
 * @param mood -2 (angry) to 2 (delighted). Bends the mouth; the first also has eyebrows, the last a filled grin.
 */
export function Face({ mood }: { mood: number }) {
  const corner = 15.4 - mood * 0.7
  const mouth =
    mood > 1 ? 'M7.6 13.4h8.8a4.4 4.4 0 0 1-8.8 0z' : `M8 ${corner}Q12 ${corner + mood * 2.6} 16 ${corner}`
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle class="disc" cx="12" cy="12" r="11.7" />
      <path
        fill={mood > 1 ? 'currentColor' : undefined}
        d={`M8.6 9.4v.7M15.4 9.4v.7${mouth}${mood < -1 ? 'M6.8 6.3l2.8 1.2M17.2 6.3l-2.8 1.2' : ''}`}
      />
    </svg>
  )
}
