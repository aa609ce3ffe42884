/** A trace and the server that ran it. */
export interface TraceRef {
  readonly serverId: string
  readonly requestId: string
}

export const maxCompared = 6

/** The search parameters of the page. */
export interface CompareSearch {
  /** `server~request`, separated by commas */
  readonly traces: string
}

const pattern = /^[a-z0-9-]{1,64}~[a-z0-9-]{1,64}$/i

export const parseTraces = (text: string): TraceRef[] =>
  text
    .split(',')
    .filter((entry) => pattern.test(entry))
    .slice(0, maxCompared)
    .map((entry) => {
      const [serverId = '', requestId = ''] = entry.split('~')
      return { serverId, requestId }
    })

export const formatTraces = (traces: readonly TraceRef[]): string =>
  traces.map(({ serverId, requestId }) => `${serverId}~${requestId}`).join(',')

/** Accepts any query string and ignores invalid values. */
export const parseCompareSearch = (raw: Readonly<Record<string, string>>): CompareSearch => ({
  traces: formatTraces(parseTraces(raw.traces ?? '')),
})
