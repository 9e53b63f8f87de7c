/**
 * Returns the IANA name of the time zone. `Temporal` and `Intl` return the same name; the first use of `Intl` takes 15 ms or more.
 *
 * @throws In a browser that was started with an unsupported locale, such as `en-US@posix`.
 */
export const readTimezone = (): string | undefined =>
  (window as { Temporal?: { Now?: { timeZoneId?(): string } } }).Temporal?.Now?.timeZoneId?.() ??
  Intl.DateTimeFormat().resolvedOptions().timeZone
