import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Source } from '@svc/config'
import { bundledPlugins } from './bundled.ts'
import type { AnyPlugin } from './candidate.ts'
import { systemClock } from './clock.ts'
import { discoverBundled } from './discover.ts'
import type { RunOptions } from './run.ts'

/** The modes of the program, each with its line in the help: plugins that run only when they are asked for. */
export const modes: ReadonlyMap<string, string> = new Map(
  bundledPlugins.flatMap(({ id, manifest: { svc } }) => (svc.mode === undefined ? [] : [[id, svc.mode] as const])),
)

/** The settings of some sections. Nothing else of the installation, such as its secrets, gets into a mode. */
function onlySections(sources: readonly Source[], sections: readonly string[]): Source[] {
  const isWanted = (section: string) => sections.includes(section)
  const sectionOf = (variable: string) => variable.slice('SVC_'.length).split('__')[0]?.toLowerCase() ?? ''
  return sources.map((source) =>
    source.kind === 'file'
      ? { ...source, table: Object.fromEntries(Object.entries(source.table).filter(([name]) => isWanted(name))) }
      : {
          kind: 'env',
          vars: Object.fromEntries(Object.entries(source.vars).filter(([name]) => isWanted(sectionOf(name)))),
        },
  )
}

/** What makes a server run in a mode. */
export async function modeOptions(
  id: string,
  sources: readonly Source[],
): Promise<Pick<RunOptions, 'sources' | 'clock' | 'candidates' | 'renew'>> {
  const plugin = bundledPlugins.find((each) => each.id === id)
  const definition = (await plugin?.load())?.default as AnyPlugin
  const { settings = {}, clock } = definition.mode ?? {}
  const named = (name: string, table: Readonly<Record<string, unknown>>): Source => ({ kind: 'file', name, table })
  const own = [named(`the mode ${id}`, settings), ...onlySections(sources, ['server', 'log', id])]
  let folder: string | undefined
  const remove = () => {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  }
  process.on('exit', remove)
  const renew = () => {
    remove()
    folder = mkdtempSync(join(tmpdir(), `svc-${id}-`))
    const data = { server: { data_dir: folder }, database: { path: 'svc.db' } }
    return { sources: [...own, named('the program', data)], clock: clock?.(systemClock) ?? systemClock }
  }
  return { sources: own, clock: systemClock, candidates: () => discoverBundled(id), renew }
}
