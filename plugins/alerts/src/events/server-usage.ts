import type { Logger, Registry } from '@svc/plugin-sdk'
import type { UsageSource } from '../contract.ts'

const finiteOrNull = (value: number | null | undefined) => (Number.isFinite(value) ? (value as number) : null)

/** CPU and memory usage of a server, from the first source that has data. A source that fails is skipped. */
export function makeUsageOf({
  log,
  usageSources,
}: {
  readonly log: Logger
  readonly usageSources: Registry<UsageSource>
}) {
  return (serverId: string): { cpu: number | null; memory: number | null } => {
    for (const source of usageSources.all()) {
      try {
        const { cpu, memory } = source.of(serverId)
        if (cpu !== null || memory !== null) return { cpu: finiteOrNull(cpu), memory: finiteOrNull(memory) }
      } catch (err) {
        log.error({ err, server_id: serverId }, `usage source of ${source.plugin} failed`)
      }
    }
    return { cpu: null, memory: null }
  }
}
