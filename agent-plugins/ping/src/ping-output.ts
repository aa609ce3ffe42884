/** What became of some echo requests. */
export interface PingOutput {
  /** packets sent; undefined if a program ended before printing its summary */
  readonly sent: number | undefined
  /** round-trip times in milliseconds, one per reply */
  readonly times: readonly number[]
  /** an error reported by a router */
  readonly routerError: string | undefined
}

/** Fields other than the time. */
const otherFields = /\b(?:icmp_seq|icmp_req|seq|ttl|hlim|hop_limit|tos)=\d+/gi

/**
 * The time is the last number after `=` or `<` without a space, whatever its label: `time=`, `Zeit<`, `temps=`. Summaries
 * contain spaces or a percent sign.
 */
const lastNumber = /(?<![\d \t])[=<](\d{1,9}(?:[.,]\d{1,9})?)(?![^=<]*[=<]\d)/

const routerErrorLine =
  /(?:^From [^ ]+ |: )((?:icmp_seq=\d+ )?[^:]*(?:unreachable|exceeded|expired|prohibited|failure)[^:]*)/i

/** The time in a line, in milliseconds; undefined for lines without one and for duplicate replies. */
function parseTime(line: string): number | undefined {
  if (line.includes('%') || line.includes('(DUP!)')) return undefined
  const figure = lastNumber.exec(line.replace(otherFields, ''))?.[1]
  return figure === undefined ? undefined : Number(figure.replace(',', '.'))
}

/** Parses the output of iputils, BusyBox, macOS and Windows in any language. The caller limits the length of `text`. */
export function parsePing(text: string): PingOutput {
  const lines = text.split(/\r?\n/)
  // The summary is the only line with a percent sign and starts with the packets sent.
  const summary = lines.find((line) => line.includes('%'))
  const sent = /\d{1,9}/.exec(summary ?? '')?.[0]
  const trouble = lines.flatMap((line) => routerErrorLine.exec(line)?.[1] ?? []).at(0)
  return {
    sent: sent === undefined ? undefined : Number(sent),
    times: lines.flatMap((line) => parseTime(line) ?? []),
    routerError: trouble?.replace(/^icmp_seq=\d+ /, '').replace(/\.?\s*$/, ''),
  }
}
