/** Returns the path of the browser for tests and benchmarks; `undefined` when there is none. */
export function findChromium(): string | undefined
/** Returns the path of the Chromium without a window, or else that of `findChromium`; `undefined` when there is none. */
export function findHeadlessChromium(): string | undefined
/** Returns the path of Firefox; `undefined` when there is none. */
export function findFirefox(): string | undefined
/** Returns the path of the driver of WebKitGTK; `undefined` when there is none. */
export function findWebKit(): string | undefined
/** Returns the path of the program that gives WebKitGTK a screen; `undefined` when there is none. */
export function findXvfb(): string | undefined
