import { resolve } from 'node:path'
import type { Source } from '@svc/config'
import type { Check, Finding } from '@svc/plugin-sdk'
import { BootError, reasonOf } from '../boot-error.ts'
import type { PluginRecord } from '../candidate.ts'
import { checkConfig, readChoices } from '../config/config-check.ts'
import { type KernelConfig, kernelConfig } from '../config/kernel-config.ts'
import { discover } from '../discover.ts'
import { load } from '../load.ts'
import { select } from '../selection.ts'
import { makeCheckedHost, openReadonly } from './checked-host.ts'
import { checkClock } from './clock-checks.ts'
import { checkDisk, checkPermissions } from './data-dir-checks.ts'
import { checkDatabase } from './database-checks.ts'
import { checkPublicUrl, checkServer } from './network-checks.ts'

/** What is printed, and the exit code. */
export interface Report {
  readonly text: string
  readonly exitCode: number
}

type Named = Finding & { readonly check: string }

/** The findings of a check; one that fails itself is a problem. */
async function findingsOf({
  name,
  run,
}: {
  name: string
  run(): Promise<readonly Finding[]> | readonly Finding[]
}): Promise<Named[]> {
  try {
    return (await run()).map((finding) => ({ check: name, ...finding }))
  } catch (error) {
    const advice = 'report it as a bug of this program'
    return [{ check: name, state: 'problem', text: `the check failed: ${reasonOf(error)}`, advice }]
  }
}

async function configFindings(sources: readonly Source[]): Promise<Finding[]> {
  try {
    const lines = (await checkConfig(sources, ['check'])).split('\n')
    return lines.map((line): Finding => {
      const warning = /^warning: (.*)/.exec(line)?.[1]
      if (warning === undefined) return { state: 'ok', text: line }
      return { state: 'warning', text: warning, advice: 'correct the name, or delete it' }
    })
  } catch (error) {
    return [
      {
        state: 'problem',
        text: reasonOf(error),
        advice: 'correct the value; docs/configuration.md lists all settings',
      },
    ]
  }
}

const pluginFindings = (records: readonly PluginRecord[]): Finding[] => {
  const broken = records.filter(({ state }) => state === 'refused' || state === 'failed')
  if (broken.length === 0) return [{ state: 'ok', text: `${records.length} plugins can be loaded` }]
  return broken.map(({ candidate: { id }, state, reason }) => ({
    state: 'problem',
    text: `${id} is ${state}: ${reason}`,
    advice: 'install another version with svc-server plugin add, or remove it with svc-server plugin remove',
  }))
}

async function recordsOf(dataDir: string, file: string, { plugins }: KernelConfig): Promise<PluginRecord[]> {
  const records = select(discover(dataDir), plugins.disabled, readChoices(file))
  await load(records)
  return records
}

const marks = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const

const asText = (findings: readonly Named[]): string => {
  const width = Math.max(...findings.map(({ check }) => check.length))
  const lines = findings.flatMap(({ check, state, text, advice }) => [
    `${marks[state]}  ${check.padEnd(width)}  ${text}`,
    ...(advice === undefined ? [] : [`${' '.repeat(width + 11)}-> ${advice}`]),
  ])
  const count = (state: Finding['state']) => {
    const found = findings.filter((finding) => finding.state === state).length
    return `${found} ${state}${found === 1 ? '' : 's'}`
  }
  return [...lines, '', `${count('problem')}, ${count('warning')}`].join('\n')
}

/**
 * `svc-server doctor [--json]`: checks an installation, running or not, and changes nothing. The exit code is 1 if there is a
 * problem. `pluginChecks` sets up the plugins and may therefore fail with an invalid configuration.
 */
export async function runDoctor(
  sources: readonly Source[],
  args: readonly string[],
  pluginChecks: (use: (checks: readonly Check[]) => Promise<Named[]>) => Promise<Named[]>,
): Promise<Report> {
  const [format, ...others] = args
  if (others.length > 0 || (format !== undefined && format !== '--json'))
    throw new BootError('usage: svc-server doctor [--json]')
  const findings = await findingsOf({ name: 'configuration', run: () => configFindings(sources) })
  const config = (() => {
    try {
      return kernelConfig(sources)
    } catch {
      return undefined
    }
  })()
  if (config) {
    const dataDir = resolve(config.server.data_dir)
    const place = { dataDir, file: resolve(dataDir, config.database.path) }
    const raw = openReadonly(place.file)
    try {
      const host = makeCheckedHost(dataDir, raw)
      const records = await recordsOf(dataDir, place.file, config)
      const own = [
        { name: 'permissions', run: () => checkPermissions(place) },
        { name: 'disk', run: () => checkDisk(place) },
        { name: 'database', run: () => checkDatabase(place.file, raw, records) },
        { name: 'clock', run: () => checkClock(host) },
        { name: 'server', run: () => checkServer(config.server, dataDir) },
        { name: 'public URL', run: () => checkPublicUrl(config.server) },
        { name: 'plugins', run: () => pluginFindings(records) },
      ]
      for (const check of own) findings.push(...(await findingsOf(check)))
      const runAll = async (checks: readonly Check[]) => {
        const found = []
        for (const { name, run } of checks) found.push(...(await findingsOf({ name, run: () => run(host) })))
        return found
      }
      // Without a valid configuration the plugins cannot be set up, and that is said already.
      if (findings[0]?.state !== 'problem') findings.push(...(await pluginChecks(runAll)))
    } finally {
      raw?.close()
    }
  }
  const hasProblem = findings.some(({ state }) => state === 'problem')
  const json = () =>
    JSON.stringify(
      { ok: !hasProblem, findings: findings.map(({ advice = null, ...rest }) => ({ ...rest, advice })) },
      null,
      2,
    )
  return { text: format === '--json' ? json() : asText(findings), exitCode: hasProblem ? 1 : 0 }
}
