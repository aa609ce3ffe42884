import { resolve } from 'node:path'
import type { Source } from '@svc/config'
import { BootError } from '../boot-error.ts'
import { discover } from '../discover.ts'
import { openReadonly } from '../doctor/checked-host.ts'
import { load } from '../load.ts'
import { type Choices, makeChoices, select } from '../selection.ts'
import { kernelConfig } from './kernel-config.ts'
import { pluginConfigs } from './plugin-config.ts'

/** The choices of administrators, read without changing the database; none before the first start, or if it is damaged. */
export function readChoices(file: string): Pick<Choices, 'get'> {
  const chosen = new Map<string, boolean>()
  const raw = openReadonly(file)
  if (!raw) return chosen
  try {
    const choices = makeChoices(raw)
    const ids = raw.prepare<[], string>('SELECT id FROM kernel_plugins').pluck().all()
    for (const id of ids) chosen.set(id, choices.get(id) === true)
  } catch {
    // The start says what is wrong with it.
  } finally {
    raw.close()
  }
  return chosen
}

/** `svc-server config check`: returns what to print, or throws what would stop the start. */
export async function checkConfig(sources: readonly Source[], [action, extra]: readonly string[]): Promise<string> {
  if (action !== 'check' || extra !== undefined) throw new BootError('usage: svc-server config check')
  const { server, database, plugins } = kernelConfig(sources)
  const dataDir = resolve(server.data_dir)
  const records = select(discover(dataDir), plugins.disabled, readChoices(resolve(dataDir, database.path)))
  await load(records)
  const warnings: string[] = []
  const log = { warn: (sentence: unknown) => void warnings.push(`warning: ${sentence}`), debug: () => {} }
  pluginConfigs(records, { sources, disabled: plugins.disabled, log, refuseInvalid: false })
  return [...warnings, 'the configuration is valid'].join('\n')
}
