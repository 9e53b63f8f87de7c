import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The value of a variable of the survey that is drawn; empty while there is none. */
export type ReadVariable = (variable: string) => string

const RenderedColoursContext = createContext<ReadVariable>(() => '')
export const RenderedColoursProvider = RenderedColoursContext.Provider

/** Asks the drawn survey for its colours: what is really shown, built-in ones and corrected ones included. */
export const useRenderedColours = (): ReadVariable => useContext(RenderedColoursContext)

const surveyHostIn = (frame: HTMLIFrameElement | null) =>
  frame?.contentDocument?.querySelector<HTMLElement>('.earshot-survey')

/** All variables of the survey inside a frame, as one text; empty while there is none. */
export const inlineStyleOf = (frame: HTMLIFrameElement | null): string =>
  surveyHostIn(frame)?.style.cssText ?? ''

/** Reads single variables of the survey inside a frame. */
export function variableReader(frame: HTMLIFrameElement | null): ReadVariable {
  return variable => surveyHostIn(frame)?.style.getPropertyValue(variable) ?? ''
}
