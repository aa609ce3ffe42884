/** Which tables hold rounds of one kind. `hot` is written as rounds come; the others hold complete periods. */
export interface Tables {
  readonly hot: string
  readonly hours: string
  /** hours as one round each, by day; there are none of pings */
  readonly days: string | undefined
}

export const networkTables: Tables = {
  hot: 'probes_rounds',
  hours: 'probes_sealed_hours',
  days: 'probes_sealed_days',
}
export const pingTables: Tables = { hot: 'probes_ping_results', hours: 'probes_sealed_pings', days: undefined }

export const hourSeconds = 3600
export const daySeconds = 86_400
export const hourOf = (seconds: number): number => Math.floor(seconds / hourSeconds)
export const dayOf = (seconds: number): number => Math.floor(seconds / daySeconds)

/** Bits of a server's number in a key that begins with time. */
export const numberBits = 20
const numbers = 2 ** numberBits
const periods = 2 ** 24

/** The key of what a server measured around a minute: what is written together lies together. */
export const hotKey = (minute: number, server: number): number => minute * numbers + server
export const minuteOfKey = (key: number): number => Math.floor(key / numbers)
export const serverOfKey = (key: number): number => key % numbers

/** The key of a complete hour or day of a server: what is read together lies together. */
export const periodKey = (server: number, period: number): number => server * periods + period
export const periodOfKey = (key: number): number => key % periods
