/**
 * Creates the log of the changes of a transaction, to undo them.
 *
 * Of a row that changes often it has the first earlier version alone: each may have half a megabyte. See D-745.
 */
export function createUndoLog() {
  let steps: (() => void)[] = []
  const changed = new Set<object>()
  const clear = (): void => {
    steps = []
    changed.clear()
  }
  return {
    add(step: () => void): void {
      steps.push(step)
    },
    /** Adds the step that undoes a change of an entry, unless an earlier change of it is undone anyway. */
    addFirst(entry: object, step: () => void): void {
      if (changed.has(entry)) return
      changed.add(entry)
      steps.push(step)
    },
    clear,
    undo(): void {
      for (const step of steps.reverse()) step()
      clear()
    },
  }
}

/** See `createUndoLog`. */
export type UndoLog = ReturnType<typeof createUndoLog>
