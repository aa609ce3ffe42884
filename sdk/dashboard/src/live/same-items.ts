/** Whether two lists hold the same items in the same order. */
export const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a === b || (a.length === b.length && a.every((item, index) => Object.is(item, b[index])))
