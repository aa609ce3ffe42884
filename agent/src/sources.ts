import { join } from 'node:path'
import { readSources, type Source, wrapConfigErrors } from '@svc/config'
import { Refusal } from './refusal.ts'

export interface Sources {
  readonly sources: readonly Source[]
  /** where the run token is kept: the configuration file in use, existing or not */
  readonly tokenFile: string
}

/** Reads every source of the agent. `file` (from `--config`) replaces both default files and must exist. */
export function agentSources(options: { env: NodeJS.ProcessEnv; cwd: string; file?: string | undefined }): Sources {
  const { env, cwd, file } = options
  const sources = wrapConfigErrors(Refusal, () => readSources({ program: 'agent', configFile: file, cwd, env }))
  const inUse = sources.filter((source) => source.kind === 'file').at(-1)
  return { sources, tokenFile: inUse?.name ?? join(cwd, 'agent.toml') }
}
