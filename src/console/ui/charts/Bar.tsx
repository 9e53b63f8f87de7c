/** A part of a bar, in percent of its width. */
export interface BarPart {
  percent: number
  /** Class of the part: a group has a colour. */
  group?: string
}

/** A bar of adjacent parts. The text next to it says what it shows. */
export function Bar({ parts, height = 8 }: { parts: readonly BarPart[]; height?: number }) {
  let start = 0
  return (
    <svg class="bar" width="100%" height={height} aria-hidden="true">
      <rect class="track" width="100%" height={height} rx={height / 2} />
      {parts.map(({ percent, group = '' }, index) => {
        const x = start
        start += percent
        return <rect key={index} class={`part ${group}`} x={`${x}%`} width={`${percent}%`} height={height} />
      })}
    </svg>
  )
}
