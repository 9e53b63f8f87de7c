import timers from 'node:timers/promises'

/** The timer of the platform, as it is when this module is loaded: a test may replace it, and does not advance this one. See D-810. */
export const { setTimeout: pause } = timers
