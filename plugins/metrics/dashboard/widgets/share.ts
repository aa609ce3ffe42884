/** Percent of a total; undefined if that is unknown. */
export const share = (used: number, total: number): number | undefined => (total > 0 ? (100 * used) / total : undefined)
