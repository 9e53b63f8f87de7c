/** The sign of Earshot. The text next to it names it. */
export function Brand() {
  return (
    <span class="brand">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" />
        <path d="M9 11h14M9 16h14M9 21h8" />
      </svg>
    </span>
  )
}
