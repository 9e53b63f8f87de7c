/** A day in the time zone of the reader, `YYYY-MM-DD`. */
export type Day = string

/** Returns the day of a time; today when it is missing. */
export function dayOf(date = new Date()): Day {
  const part = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
}

/** Returns the day that is a number of days later, or earlier. */
export function addDays(day: Day, count: number): Day {
  // Noon exists on every day, also where clocks are changed at midnight.
  const date = new Date(`${day}T12:00:00`)
  date.setDate(date.getDate() + count)
  return dayOf(date)
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** The first millisecond of a day, ISO 8601. */
export const startOfDay = (day: Day): string => new Date(`${day}T00:00:00`).toISOString()

/** The last millisecond of a day, ISO 8601. */
export const endOfDay = (day: Day): string => new Date(`${day}T23:59:59.999`).toISOString()
