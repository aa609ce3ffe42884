/** Days after which an edition of a monthly database is out of date, with a week for its successor to appear. */
const fresh = 38

/** Whether a newer edition is to be had; `now` in milliseconds. */
export const isOld = (builtAt: string | undefined, now: number): boolean =>
  builtAt !== undefined && now - Date.parse(builtAt) > fresh * 86_400_000
