import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

/** The value of a variable of the survey that is drawn; empty while there is none. */
export type Drawn = (variable: string) => string

const DrawnContext = createContext<Drawn>(() => '')
export const DrawnProvider = DrawnContext.Provider

/** Asks the drawn survey for its colours: what is really shown, built-in ones and corrected ones included. */
export const useDrawn = (): Drawn => useContext(DrawnContext)

/** The variables of the survey inside a frame. */
export function drawnIn(frame: HTMLIFrameElement | null): Drawn {
  return variable => {
    const host = frame?.contentDocument?.querySelector<HTMLElement>('.earshot-survey')
    return host?.style.getPropertyValue(variable) ?? ''
  }
}
