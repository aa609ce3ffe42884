/** The editions to try, newest first, as `YYYY-MM`. An edition is published some days into its month. */
export function editions(now: number): [string, string] {
  const date = new Date(now)
  const monthOf = (monthsBack: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - monthsBack)).toISOString().slice(0, 7)
  return [monthOf(0), monthOf(1)]
}
