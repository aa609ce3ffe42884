/** The editions to ask for, newest first, as `YYYY-MM`: the one of a month appears some days into it. */
export function editions(now: number): [string, string] {
  const date = new Date(now)
  const monthOf = (monthsBack: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack)).toISOString().slice(0, 7)
  return [monthOf(0), monthOf(1)]
}
