/** Latency from sending a report to its update at a browser. */
export interface Stopwatch {
  sent(serverId: string, netInTransfer: number): void
  arrived(serverId: string, netInTransfer: number): void
  /** milliseconds of each update since the last call */
  take(): number[]
}

/** The traffic counter of a simulated host always grows, so it identifies the report an update comes from. */
export function makeStopwatch(): Stopwatch {
  const pending = new Map<string, { counter: number; at: number }>()
  let times: number[] = []
  return {
    sent(serverId, netInTransfer) {
      pending.set(serverId, { counter: netInTransfer, at: performance.now() })
    },
    arrived(serverId, netInTransfer) {
      const report = pending.get(serverId)
      if (report?.counter !== netInTransfer) return
      times.push(performance.now() - report.at)
      pending.delete(serverId)
    },
    take() {
      const taken = times
      times = []
      return taken
    },
  }
}
