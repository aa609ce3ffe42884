/** Adds to a number in a row of them. */
export const raise = (numbers: Float64Array, i: number, by: number): void => {
  numbers[i] = (numbers[i] as number) + by
}
