import timers from 'node:timers/promises'

/** Timers of the platform, as they are when this module is loaded: a test may replace them, and does not advance these. See D-810. */
export const { setImmediate, setTimeout: pause } = timers
