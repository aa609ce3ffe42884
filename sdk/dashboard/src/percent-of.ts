/** Percent of a total. NaN, which is formatted as a dash, if the total is unknown (0). */
export const percentOf = (used: number, total: number): number => (total > 0 ? (100 * used) / total : Number.NaN)
