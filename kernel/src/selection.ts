import { PermanentError } from './boot-error.ts'
import type { Candidate, PluginRecord } from './candidate.ts'
import type { RawDatabase } from './database.ts'

/** Which plugins administrators enabled or disabled; stored across restarts. */
export interface Choices {
  get(id: string): boolean | undefined
  set(id: string, enabled: boolean): void
  forget(id: string): void
}

export function makeChoices(raw: RawDatabase): Choices {
  const get = raw.prepare<[string], number>('SELECT enabled FROM kernel_plugins WHERE id = ?').pluck()
  const set = raw.prepare(
    'INSERT INTO kernel_plugins (id, enabled) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET enabled = excluded.enabled',
  )
  const forget = raw.prepare('DELETE FROM kernel_plugins WHERE id = ?')
  return {
    get(id) {
      const enabled = get.get(id)
      return enabled === undefined ? undefined : enabled === 1
    },
    set: (id, enabled) => void set.run(id, enabled ? 1 : 0),
    forget: (id) => void forget.run(id),
  }
}

/** Decides which candidates run: first the configured lock, then the stored choice; by default only bundled ones. */
export function select(
  candidates: readonly Candidate[],
  locked: readonly string[],
  choices: Pick<Choices, 'get'>,
): PluginRecord[] {
  const needed = candidates.find((candidate) => candidate.required && locked.includes(candidate.id))
  if (needed) throw new PermanentError(`plugins.disabled names ${needed.id}, which the program cannot run without`)
  return candidates.map((candidate) => {
    const lock = locked.includes(candidate.id)
    const wanted = candidate.required || (!lock && (choices.get(candidate.id) ?? candidate.bundled))
    const base = { candidate, locked: lock, selected: wanted }
    if (candidate.refusal) return { ...base, state: 'refused', reason: candidate.refusal }
    if (wanted) return { ...base, state: 'running', reason: candidate.pending ?? null }
    return { ...base, state: 'disabled', reason: lock ? 'plugins.disabled in the configuration' : null }
  })
}
