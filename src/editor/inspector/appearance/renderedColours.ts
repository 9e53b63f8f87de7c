import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** Returns the value of a CSS variable of the rendered survey; empty while none is rendered. */
export type ReadVariable = (variable: string) => string

const RenderedColoursContext = createContext<ReadVariable>(() => '')
export const RenderedColoursProvider = RenderedColoursContext.Provider

/** Returns a reader for the colours in the preview, including defaults and colours corrected for contrast. */
export const useRenderedColours = (): ReadVariable => useContext(RenderedColoursContext)

const surveyHostIn = (frame: HTMLIFrameElement | null) =>
  frame?.contentDocument?.querySelector<HTMLElement>('.earshot-survey')

/** Returns the inline style of the survey in a frame, which sets all of its CSS variables; empty while there is none. */
export const inlineStyleOf = (frame: HTMLIFrameElement | null): string =>
  surveyHostIn(frame)?.style.cssText ?? ''

/** Creates a reader for the CSS variables of the survey in a frame. */
export function variableReader(frame: HTMLIFrameElement | null): ReadVariable {
  return variable => surveyHostIn(frame)?.style.getPropertyValue(variable) ?? ''
}
