import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Capability } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCommandLine } from '../command-line.ts'
import { readGrantConfig } from '../config.ts'
import { FatalError } from '../fatal-error.ts'
import { collectLog } from '../testing.ts'
import { makeAgentStatus } from './agent-status.ts'
import { runGrantCommand } from './grant-commands.ts'
import { grantFile } from './grant-file.ts'

let folder: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-grants-'))
  now = 1_790_000_000
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Host {
  readonly config?: Record<string, unknown>
  readonly available?: readonly Capability[]
}

/** Runs a command on the host; returns its output. */
async function type(line: string, { config = {}, available = ['terminal', 'exec', 'file', 'docker'] }: Host = {}) {
  const { command, allow, deny } = readCommandLine(
    line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [],
  )
  if (!command) throw new Error(`"${line}" is no command`)
  const output = { out: '', notes: [] as string[] }
  const table = { state_dir: folder, capabilities: config }
  await runGrantCommand(command, {
    config: readGrantConfig([{ kind: 'file', name: 'agent.toml', table }]),
    allow,
    deny,
    available: new Set(available),
    now: () => now,
    out: (text) => {
      output.out += text
    },
    warn: (text) => void output.notes.push(text),
  })
  return output
}
const stored = () => JSON.parse(readFileSync(grantFile(folder), 'utf8'))
async function agentRuns(permitted: Capability[] = [], denied: Capability[] = []) {
  const status = makeAgentStatus({ stateDir: folder, permitted, denied, plugins: () => [], log: collectLog().log })
  await status.write()
  return status.remove
}
const stopped = expect.stringContaining('the agent is not running')

describe('svc-agent grant', () => {
  it('writes the grant and reports its expiry and that no agent is running', async () => {
    const { out, notes } = await type('grant terminal --for 30m --reason "fix the disk"')
    expect(out).toMatch(/^granted terminal for 30m, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n$/)
    expect(notes).toEqual([stopped])
    expect(stored()).toEqual({
      version: 1,
      grants: [
        {
          cap: 'terminal',
          granted_at: now,
          expires_at: now + 1800,
          granted_by: expect.stringMatching(/./),
          reason: 'fix the disk',
        },
      ],
    })
  })

  it('prints no note while the agent is running', async () => {
    const forget = await agentRuns()
    expect((await type('grant exec --for 1h')).notes).toEqual([])
    await forget()
    expect((await type('grant exec --for 1h')).notes).toEqual([stopped])
  })

  it('does not mistake a dead agent for a running one', async () => {
    await agentRuns()
    const status = JSON.parse(readFileSync(join(folder, 'agent_status.json'), 'utf8'))
    for (const wrong of [{ ...status, pid: 2 ** 31 - 2 }, { ...status, began: 'another time' }, { pid: -1 }, []]) {
      writeFileSync(join(folder, 'agent_status.json'), JSON.stringify(wrong))
      expect((await type('grants')).notes).toEqual([stopped])
    }
  })

  it('changes the expiry of an existing grant and reports the previous one', async () => {
    await type('grant terminal --for 30m')
    now += 60
    expect((await type('grant terminal --for 2h')).out).toMatch(
      /granted terminal for 2h, until .* \(previously until .*\)/,
    )
    expect(stored().grants).toMatchObject([{ granted_at: now, expires_at: now + 7200 }])
  })

  it('notes that no plugin provides the capability', async () => {
    const { notes } = await type('grant file --for 1m', { available: ['terminal'] })
    expect(notes).toEqual(['no installed agent plugin provides file: the grant has no effect until one does'])
  })

  it('drops expired grants', async () => {
    await type('grant exec --for 10s')
    now += 10
    await type('grant terminal --for 1m')
    expect(stored().grants.map(({ cap }: { cap: string }) => cap)).toEqual(['terminal'])
  })

  it.each<[string, Host['config'], string]>([
    ['grant terminal --for 5m', { deny: ['terminal'] }, 'terminal is denied on this host and deny always wins'],
    ['grant terminal --for 5m', { allow: ['terminal'], deny: ['terminal'] }, 'terminal is denied on this host'],
    ['grant terminal --for 5m --deny-cap terminal', {}, 'terminal is denied on this host'],
    ['grant docker --for 5m', { allow: ['docker'] }, 'docker is permanently on; there is nothing to grant'],
    ['grant upgrade --for 5m', {}, 'upgrade is permanently on'],
    ['grant dokcer --for 5m', {}, 'unknown capability "dokcer" in the grant command; did you mean docker?'],
    ['grant constructor --for 5m', {}, 'the capabilities are terminal, exec, upgrade'],
    ['grant exec', {}, 'grant exec requires --for with a whole number followed by s, m, h or d'],
    [
      'grant exec --for soon',
      {},
      '--for must be a whole number followed by s, m, h or d, such as 30m or 12h, not "soon"',
    ],
    ['grant exec --for 0m', {}, '--for must be'],
    [
      'grant exec --for 25h',
      {},
      '--for 25h exceeds the limit of this host: capabilities.temporary_max_duration is 24h',
    ],
    ['grant exec --for 2h', { temporary_max_duration: '1h' }, 'capabilities.temporary_max_duration is 1h'],
    [
      'grant exec --for 1h',
      { temporary_max_duration: 'long' },
      'capabilities.temporary_max_duration in agent.toml must be',
    ],
    ['grant exec --for 1h', { deny: ['exce'] }, 'unknown capability "exce" in capabilities.deny in agent.toml'],
    [`grant exec --for 1m --reason ${'x'.repeat(201)}`, {}, '--reason must be at most 200 characters'],
    ['grant', {}, 'grant requires the name of a capability'],
    ['grant exec file --for 1m', {}, 'grant takes one capability at a time'],
    ['grant exec --for 1m --json', {}, 'grant does not take --json'],
    ['revoke exec --for 1m', {}, 'revoke does not take --for'],
    ['revoke exce', {}, 'unknown capability "exce" in the revoke command; did you mean exec?'],
    ['list exec', {}, 'list takes no argument'],
    ['grnat exec', {}, 'unknown command "grnat"; did you mean grant?'],
    ['--for 1m', {}, 'svc-agent without a command does not take --for'],
  ])('%s %j is rejected', async (line, config, sentence) => {
    const attempt = type(line, { config: config ?? {} })
    await expect(attempt).rejects.toThrow(sentence)
    await expect(attempt).rejects.toThrow(FatalError)
  })

  it('respects the flags of the running agent', async () => {
    await agentRuns(['docker'], ['exec'])
    await expect(type('grant exec --for 1m')).rejects.toThrow('exec is denied on this host')
    await expect(type('grant docker --for 1m')).rejects.toThrow('docker is permanently on')
  })

  it('does not create the state folder, which the agent could not write to if root owned it', async () => {
    rmSync(folder, { recursive: true })
    await expect(type('grant exec --for 1m')).rejects.toThrow(
      `state_dir ${folder} does not exist: start the agent once`,
    )
    expect((await type('grants')).out).toBe('no temporary grants\n')
  })

  it('replaces an untrusted file and reports it', async () => {
    writeFileSync(grantFile(folder), 'x', { mode: 0o600 })
    const { notes } = await type('grant exec --for 1m')
    expect(notes).toEqual(['ignoring capability_grants.json: it is not valid JSON', stopped])
    expect(stored().grants).toHaveLength(1)
  })

  it('hands the file to the user of the agent with mode 0600', async () => {
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(folder, 4242, 4242)
    await type('grant exec --for 1m')
    expect(statSync(grantFile(folder))).toMatchObject({ uid: statSync(folder).uid, mode: 0o100600 })
    expect((await type('list')).out).toContain('exec')
  })

  it('names the state folder if it cannot write to it', async () => {
    mkdirSync(`${grantFile(folder)}.new/x`, { recursive: true })
    await expect(type('grant exec --for 1m')).rejects.toThrow(`cannot change the grants in ${folder}: `)
  })
})

describe('svc-agent revoke', () => {
  it('removes the grant from the file', async () => {
    await agentRuns()
    await type('grant exec --for 1m')
    expect((await type('revoke exec')).out).toBe(
      'revoked exec; the agent stops everything that uses it within 3 seconds\n',
    )
    expect(stored().grants).toEqual([])
    expect((await type('revoke exec')).out).toBe('exec is not granted, nothing to revoke\n')
  })

  it('explains how to switch off a permanent capability', async () => {
    expect((await type('revoke upgrade')).out).toContain('add it to capabilities.deny to switch it off')
  })
})

describe('svc-agent grants', () => {
  it('lists the grants with time left and reason', async () => {
    await type('grant terminal --for 30m --reason disk')
    await type('grant exec --for 10s')
    now += 10
    const { out } = await type('grants')
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^CAPABILITY {2}EXPIRES +TIME LEFT +GRANTED BY +REASON$/)
    expect(lines[1]).toMatch(/^terminal {4}\d{4}-.* {2}29m 50s +\S+ +disk$/)
    expect(lines).toHaveLength(3)
  })

  it('shows grants that the agent ignores', async () => {
    await type('grant terminal --for 30m')
    expect((await type('list', { config: { deny: ['terminal'] } })).out).toContain('(ignored: denied on this host)')
    const { out } = await type('grants --json', { config: { allow: ['terminal'] } })
    expect(JSON.parse(out)).toMatchObject([{ cap: 'terminal', reason: null, ignored: 'permanent' }])
  })
})
