import type { Properties } from '../wire/event'

/** Whether the values of a visitor are those of a person who is logged in. */
export const isLoggedIn = (person: Readonly<Properties>) => person.$user_state === 'identified'

/**
 * Whether another tab or subdomain has replaced a person who was logged in, or has logged out the person whom an anonymous
 * visitor became: `reset()` keeps the device id. See D-413.
 */
export const isReplaced = (former: Readonly<Properties>, next: Readonly<Properties>) =>
  former.distinct_id !== next.distinct_id &&
  (isLoggedIn(former) || (!isLoggedIn(next) && former.$device_id === next.$device_id))
