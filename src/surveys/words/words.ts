import type { MessageKey } from './english'

/** A text for each plural category of a language. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/**
 * The built-in texts of one language. `{n}` and `{of}` are replaced by values. `{characters}` is replaced by the form of
 * `characters` for the number that the text counts.
 */
export type Words = Record<MessageKey, string> & { characters: PluralForms }
