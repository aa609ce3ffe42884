/** How pages over accounts ask: anew every minute, which is how often records are written, with the old on screen. */
export const refresh = { refetchInterval: 60_000, keepPrevious: true } as const
