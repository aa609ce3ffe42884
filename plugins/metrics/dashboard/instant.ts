/** How the API writes a moment; `seconds` since the epoch. */
export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()
