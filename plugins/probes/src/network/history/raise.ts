/** `numbers[i] += by`, with the type checks of indexed access. */
export const raise = (numbers: Float64Array, i: number, by: number): void => {
  numbers[i] = (numbers[i] as number) + by
}
