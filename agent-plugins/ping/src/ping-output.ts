/** What a run of the `ping` program told. */
export interface PingOutput {
  /** packets; undefined where it was ended before it counted them */
  readonly sent: number | undefined
  /** milliseconds, one for each packet that was answered */
  readonly times: readonly number[]
  /** what a router said about the packets that were not */
  readonly trouble: string | undefined
}

/** Members that are not the time. In an IPv6 header of macOS a number stands before the sign. */
const otherMembers = /\b(?:icmp_seq|icmp_req|seq|ttl|hlim|hop_limit|tos)=\d+/gi

/**
 * The time is the last number behind a sign without a space, whatever its name is: `time=`, `Zeit<`, `temps=`, and in code
 * pages that are not read here. Sums are written with spaces, or with the sign of percent.
 */
const lastFigure = /(?<![\d \t])[=<](\d{1,9}(?:[.,]\d{1,9})?)(?![^=<]*[=<]\d)/

const complaint =
  /(?:^From [^ ]+ |: )((?:icmp_seq=\d+ )?[^:]*(?:unreachable|exceeded|expired|prohibited|failure)[^:]*)/i

/** The time a line tells, in milliseconds; undefined for lines that tell none, and for answers that came twice. */
function timeOf(line: string): number | undefined {
  if (line.includes('%') || line.includes('(DUP!)')) return undefined
  const figure = lastFigure.exec(line.replace(otherMembers, ''))?.[1]
  return figure === undefined ? undefined : Number(figure.replace(',', '.'))
}

/** Reads what iputils, BusyBox, macOS and Windows print, in whatever language. `text` is bounded by who reads it. */
export function parsePing(text: string): PingOutput {
  const lines = text.split(/\r?\n/)
  // The only line with percents: packets sent come first in it.
  const sums = lines.find((line) => line.includes('%'))
  const sent = /\d{1,9}/.exec(sums ?? '')?.[0]
  const trouble = lines.flatMap((line) => complaint.exec(line)?.[1] ?? []).at(0)
  return {
    sent: sent === undefined ? undefined : Number(sent),
    times: lines.flatMap((line) => timeOf(line) ?? []),
    trouble: trouble?.replace(/^icmp_seq=\d+ /, '').replace(/\.?\s*$/, ''),
  }
}
