const PATHS = {
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  copy: 'M6 6h7v7H6zM3 10V3h7',
  trash: 'M3 4.5h10M6.5 4V2.5h3V4M4.5 4.5l.6 9h5.8l.6-9',
  plus: 'M8 3v10M3 8h10',
  undo: 'M6 3 3 6l3 3M3 6h6a4 4 0 0 1 0 8H7',
  redo: 'm10 3 3 3-3 3M13 6H7a4 4 0 0 0 0 8h2',
  phone: 'M5 1.5h6a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-11a1 1 0 0 1 1-1ZM7 12.5h2',
  desktop: 'M2 3h12v8H2zM6 14h4M8 11v3',
  sun: 'M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3 5.5 5.5 0 1 0 13 9.5Z',
  play: 'M5 3v10l8-5z',
  share: 'M8 10V2M5 5l3-3 3 3M3 9v5h10V9',
  close: 'm4 4 8 8M12 4l-8 8',
  grid: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3M8 11.4v.1',
  error: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM8 5v3.5M8 10.9v.1',
  restart: 'M3 8a5 5 0 1 0 1.7-3.8M3 2.5v3h3',
  back: 'M10 3 5 8l5 5',
  rating: 'm8 2 1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z',
  single_choice: 'M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2ZM8 6.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z',
  multiple_choice: 'M2.5 2.5h11v11h-11zM5 8l2.2 2.2L11 6',
  open: 'M3 4h10M3 8h10M3 12h6',
  survey: 'M3 2.5h10v11H3zM5.5 6h5M5.5 9h3',
  pulse: 'M1.5 8.5h3l2-6 3 11 2-5h3',
  flag: 'M4 14V2.5M4 3h8l-2 3 2 3H4',
  people:
    'M6 7.5A2.3 2.3 0 1 0 6 3a2.3 2.3 0 0 0 0 4.5ZM1.5 13.5c0-2.6 1.8-4 4.5-4s4.5 1.4 4.5 4M11 7.2a2 2 0 0 0 0-4M12 9.7c1.6.4 2.5 1.7 2.5 3.8',
  gauge: 'M2.2 12a6.5 6.5 0 1 1 11.6 0M8 9.5l3-3.5M8 9.6v.1',
  more: 'M3.5 8v.1M8 8v.1M12.5 8v.1',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM10.5 10.5l3 3',
  leave: 'M6.5 2.5H3v11h3.5M6.5 8h7M11 5.5 13.5 8 11 10.5',
  stop: 'M4 4h8v8H4z',
  archive: 'M2 3h12v3H2zM3 6v7.5h10V6M6.5 9h3',
  download: 'M8 2v8M5 7.5 8 10.5l3-3M2.5 13.5h11',
  chart: 'M3 13.5V8M8 13.5v-11M13 13.5v-8',
  table: 'M2 3h12v10H2zM2 6.5h12M2 10h12M6.5 6.5V13',
  edit: 'm3 13 .6-2.8 7-7 2.2 2.2-7 7z',
  code: 'M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5',
  filter: 'M2 3.5h12M4.5 8h7M6.5 12.5h3',
  check: 'm3 8.5 3.2 3.2L13 4.5',
  forward: 'm6 3 5 5-5 5',
  link: 'M6.5 9.5l3-3M7 5l1.5-1.5a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.5a2.8 2.8 0 0 1-4-4L5 7',
}

export type IconName = keyof typeof PATHS

/** A decorative icon of 16 pixels in the text colour. The adjacent text or the label of its button names it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
