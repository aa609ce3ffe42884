/** Whether an action is a denied or failed attempt, by the naming convention of the codes. */
export const isDenial = (action: string): boolean => /(?:^|[._])(?:failed|denied|rejected|rate_limited)$/.test(action)
