import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The value of a variable of the survey that is drawn; empty while there is none. */
export type Drawn = (variable: string) => string

const DrawnContext = createContext<Drawn>(() => '')
export const DrawnProvider = DrawnContext.Provider

/** Asks the drawn survey for its colours: what is really shown, built-in ones and corrected ones included. */
export const useDrawn = (): Drawn => useContext(DrawnContext)

const hostIn = (frame: HTMLIFrameElement | null) =>
  frame?.contentDocument?.querySelector<HTMLElement>('.earshot-survey')

/** All variables of the survey inside a frame, as one text; empty while there is none. */
export const coloursIn = (frame: HTMLIFrameElement | null): string => hostIn(frame)?.style.cssText ?? ''

/** Reads single variables of the survey inside a frame. */
export function drawnIn(frame: HTMLIFrameElement | null): Drawn {
  return variable => hostIn(frame)?.style.getPropertyValue(variable) ?? ''
}
