// Milliseconds that the clock of the server is ahead of ours.
let ahead = 0

/**
 * Learns from an answer how wrong our clock is: at some moment between asking and the answer the server read `date`,
 * which leaves out the milliseconds. As long as that agrees with what is believed, nothing changes.
 */
export function noteServerTime(date: string | null, asked: number, answered: number): void {
  const seconds = Date.parse(date ?? '')
  if (!Number.isFinite(seconds)) return
  const least = seconds - answered
  const most = seconds + 1000 - asked
  // a clock that was set while we waited
  if (least > most) return
  if (least <= 0 && most >= 0) ahead = 0
  else ahead = Math.min(Math.max(ahead, least), most)
}

/** The time in milliseconds by the clock of the server, to compare with instants that it names. */
export const serverNow = (): number => Date.now() + ahead
