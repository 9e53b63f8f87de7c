/** Thrown for a pattern that is invalid, unsupported or too large. `compilePattern` turns it into undefined. */
export class PatternError extends Error {}
