import type { Logger, Registry } from '@svc/plugin-sdk'
import type { UsageSource } from '../contract.ts'

const percent = (value: number | null | undefined) => (Number.isFinite(value) ? (value as number) : null)

/** How busy a server was last, from the first plugin that knows. One that fails knows nothing. */
export function makeUsageOf({
  log,
  usageSources,
}: {
  readonly log: Logger
  readonly usageSources: Registry<UsageSource>
}) {
  return (serverId: string): { cpu: number | null; memory: number | null } => {
    for (const item of usageSources.all()) {
      try {
        const { cpu, memory } = item.of(serverId)
        if (cpu !== null || memory !== null) return { cpu: percent(cpu), memory: percent(memory) }
      } catch (err) {
        log.error({ err, server_id: serverId }, `usageSources of ${item.plugin} failed`)
      }
    }
    return { cpu: null, memory: null }
  }
}
