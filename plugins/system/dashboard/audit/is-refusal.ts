/** Whether an action says that somebody was turned away: what one looks for first in a log. By the custom of the codes. */
export const isRefusal = (action: string): boolean => /(?:^|[._])(?:failed|denied|rejected|rate_limited)$/.test(action)
