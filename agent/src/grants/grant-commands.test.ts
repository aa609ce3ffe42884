import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Capability } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCommandLine } from '../command-line.ts'
import { readGrantConfig } from '../config.ts'
import { Refusal } from '../refusal.ts'
import { collectLog } from '../testing.ts'
import { announceAgent } from './agent-status.ts'
import { runGrantCommand } from './grant-commands.ts'
import { grantFileOf } from './grant-file.ts'

let folder: string
let now: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-grants-'))
  now = 1_790_000_000
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

interface Host {
  readonly config?: Record<string, unknown>
  readonly offered?: readonly Capability[]
}

/** Types a command on the host; what it wrote, or its refusal. */
async function type(line: string, { config = {}, offered = ['terminal', 'exec', 'file', 'docker'] }: Host = {}) {
  const { command, allow, deny } = readCommandLine(
    line.match(/"[^"]*"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? [],
  )
  if (!command) throw new Error(`"${line}" is no command`)
  const said = { out: '', notes: [] as string[] }
  const table = { state_dir: folder, capabilities: config }
  await runGrantCommand(command, {
    config: readGrantConfig([{ kind: 'file', name: 'agent.toml', table }]),
    allow,
    deny,
    offered: new Set(offered),
    now: () => now,
    out: (text) => {
      said.out += text
    },
    note: (text) => void said.notes.push(text),
  })
  return said
}
const stored = () => JSON.parse(readFileSync(grantFileOf(folder), 'utf8'))
const agentRuns = (permitted: Capability[] = [], denied: Capability[] = []) =>
  announceAgent(folder, permitted, denied, collectLog().log)
const stopped = expect.stringContaining('the agent is not running')

describe('svc-agent grant', () => {
  it('writes the grant and says until when, and that no agent runs', async () => {
    const { out, notes } = await type('grant terminal --for 30m --reason "fix the disk"')
    expect(out).toMatch(/^terminal is granted for 30m, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\n$/)
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

  it('needs no more words when an agent runs', async () => {
    const forget = await agentRuns()
    expect((await type('grant exec --for 1h')).notes).toEqual([])
    await forget()
    expect((await type('grant exec --for 1h')).notes).toEqual([stopped])
  })

  it('does not take a dead agent for a running one', async () => {
    await agentRuns()
    const status = JSON.parse(readFileSync(join(folder, 'agent_status.json'), 'utf8'))
    for (const wrong of [{ ...status, pid: 2 ** 31 - 2 }, { ...status, began: 'another time' }, { pid: -1 }, []]) {
      writeFileSync(join(folder, 'agent_status.json'), JSON.stringify(wrong))
      expect((await type('grants')).notes).toEqual([stopped])
    }
  })

  it('of what is granted already sets the new end and names the old one', async () => {
    await type('grant terminal --for 30m')
    now += 60
    expect((await type('grant terminal --for 2h')).out).toMatch(/granted for 2h, until .* \(was until .*\)/)
    expect(stored().grants).toMatchObject([{ granted_at: now, expires_at: now + 7200 }])
  })

  it('says when no plugin would make use of it', async () => {
    const { notes } = await type('grant file --for 1m', { offered: ['terminal'] })
    expect(notes).toEqual(['no agent plugin installed here offers file: the grant has no effect until one does'])
  })

  it('drops what has run out', async () => {
    await type('grant exec --for 10s')
    now += 10
    await type('grant terminal --for 1m')
    expect(stored().grants.map(({ cap }: { cap: string }) => cap)).toEqual(['terminal'])
  })

  it.each<[string, Host['config'], string]>([
    ['grant terminal --for 5m', { deny: ['terminal'] }, 'terminal is denied on this host and a deny always wins'],
    ['grant terminal --for 5m', { allow: ['terminal'], deny: ['terminal'] }, 'terminal is denied on this host'],
    ['grant terminal --for 5m --deny-cap terminal', {}, 'terminal is denied on this host'],
    ['grant docker --for 5m', { allow: ['docker'] }, 'docker is on permanently, there is nothing to grant'],
    ['grant upgrade --for 5m', {}, 'upgrade is on permanently'],
    ['grant dokcer --for 5m', {}, 'grant names "dokcer", which is not a capability; did you mean docker?'],
    ['grant constructor --for 5m', {}, 'known are terminal, exec, upgrade'],
    ['grant exec', {}, 'grant exec needs --for with a whole number with s, m, h or d'],
    ['grant exec --for soon', {}, '--for must be a whole number with s, m, h or d, such as 30m or 12h, not "soon"'],
    ['grant exec --for 0m', {}, '--for must be'],
    [
      'grant exec --for 25h',
      {},
      '--for 25h is longer than this host allows: capabilities.temporary_max_duration is 24h',
    ],
    ['grant exec --for 2h', { temporary_max_duration: '1h' }, 'capabilities.temporary_max_duration is 1h'],
    [
      'grant exec --for 1h',
      { temporary_max_duration: 'long' },
      'capabilities.temporary_max_duration in agent.toml must be',
    ],
    ['grant exec --for 1h', { deny: ['exce'] }, 'capabilities.deny in agent.toml names "exce"'],
    [`grant exec --for 1m --reason ${'x'.repeat(201)}`, {}, '--reason must be at most 200 characters'],
    ['grant', {}, 'grant needs the name of a capability'],
    ['grant exec file --for 1m', {}, 'grant takes one capability at a time'],
    ['grant exec --for 1m --json', {}, 'grant takes no --json'],
    ['revoke exec --for 1m', {}, 'revoke takes no --for'],
    ['revoke exce', {}, 'revoke names "exce", which is not a capability; did you mean exec?'],
    ['list exec', {}, 'list takes no name'],
    ['grnat exec', {}, 'unknown command "grnat"; did you mean grant?'],
    ['--for 1m', {}, 'the agent itself takes no --for'],
  ])('%s %j is refused', async (line, config, sentence) => {
    const attempt = type(line, { config: config ?? {} })
    await expect(attempt).rejects.toThrow(sentence)
    await expect(attempt).rejects.toThrow(Refusal)
  })

  it('heeds what the running agent was started with', async () => {
    await agentRuns(['docker'], ['exec'])
    await expect(type('grant exec --for 1m')).rejects.toThrow('exec is denied on this host')
    await expect(type('grant docker --for 1m')).rejects.toThrow('docker is on permanently')
  })

  it('does not make the state folder: the agent could not write to one of root', async () => {
    rmSync(folder, { recursive: true })
    await expect(type('grant exec --for 1m')).rejects.toThrow(
      `state_dir ${folder} does not exist: start the agent once`,
    )
    expect((await type('grants')).out).toBe('no capability is granted for a while\n')
  })

  it('replaces a file it cannot believe and says so', async () => {
    writeFileSync(grantFileOf(folder), 'x', { mode: 0o600 })
    const { notes } = await type('grant exec --for 1m')
    expect(notes).toEqual(['capability_grants.json is ignored: it is no JSON', stopped])
    expect(stored().grants).toHaveLength(1)
  })

  it('leaves the file to the user of the agent, with the rights of one', async () => {
    const isRoot = process.getuid?.() === 0
    if (isRoot) chownSync(folder, 4242, 4242)
    await type('grant exec --for 1m')
    expect(statSync(grantFileOf(folder))).toMatchObject({ uid: statSync(folder).uid, mode: 0o100600 })
    expect((await type('list')).out).toContain('exec')
  })

  it('names the state folder when it cannot write there', async () => {
    mkdirSync(`${grantFileOf(folder)}.new/x`, { recursive: true })
    await expect(type('grant exec --for 1m')).rejects.toThrow(`the grants in ${folder} cannot be changed: `)
  })
})

describe('svc-agent revoke', () => {
  it('takes the grant out of the file', async () => {
    await agentRuns()
    await type('grant exec --for 1m')
    expect((await type('revoke exec')).out).toBe('exec is revoked; the agent ends what uses it within 3 seconds\n')
    expect(stored().grants).toEqual([])
    expect((await type('revoke exec')).out).toBe('exec is not granted, nothing to revoke\n')
  })

  it('says how to switch off what is on permanently', async () => {
    expect((await type('revoke upgrade')).out).toContain('add it to capabilities.deny to switch it off')
  })
})

describe('svc-agent grants', () => {
  it('lists what is in force, with what is left and why', async () => {
    await type('grant terminal --for 30m --reason disk')
    await type('grant exec --for 10s')
    now += 10
    const { out } = await type('grants')
    const lines = out.split('\n')
    expect(lines[0]).toMatch(/^CAPABILITY {2}UNTIL +LEFT +BY +REASON$/)
    expect(lines[1]).toMatch(/^terminal {4}\d{4}-.* {2}29m 50s {2}\S+ +disk$/)
    expect(lines).toHaveLength(3)
  })

  it('shows what the agent will not heed', async () => {
    await type('grant terminal --for 30m')
    expect((await type('list', { config: { deny: ['terminal'] } })).out).toContain('(ignored: denied on this host)')
    const { out } = await type('grants --json', { config: { allow: ['terminal'] } })
    expect(JSON.parse(out)).toMatchObject([{ cap: 'terminal', reason: null, ignored: 'permanent' }])
  })
})
