import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Shelf } from './createShelf'

const ShelfContext = createContext<Shelf | null>(null)
export const ShelfProvider = ShelfContext.Provider

/** Returns the surveys that this browser keeps; `null` on a page with a service, which has them. */
export const useShelf = (): Shelf | null => useContext(ShelfContext)
