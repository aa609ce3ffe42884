import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type Tab, violations } from '@svc/e2e/browser'
import { inspect } from '@svc/e2e/database'
import { onboard } from '@svc/e2e/enrol'
import { ask } from '@svc/e2e/http'
import { Secret, TOTP } from '@svc/e2e/one-time-codes'
import { checkPage } from '@svc/e2e/page-check'
import { freePort } from '@svc/e2e/place'
import { cleanEnv, repository, run } from '@svc/e2e/process'
import { type Server, untilHealthy } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session, sessionOf, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const passphrase = 'correct horse battery'
const plans = '/api/settings/backup/plans'
const config = { notifications: { allow_private: ['127.0.0.0/8'] } }

interface State {
  readonly operation: { readonly step: string } | null
  readonly former: readonly { readonly name: string }[]
}
interface Run {
  readonly state: string
  readonly error: string | null
  readonly name: string | null
}

const stage = makeStage()

/** Runs `svc-server` with the configuration of a server, and returns what it printed. */
async function type(server: Pick<Server, 'configFile'>, ...args: string[]): Promise<string> {
  const program = join(repository, 'server/bin/svc-server.js')
  const command = run([program, ...args, '--config', server.configFile], { cwd: repository, env: cleanEnv() })
  expect(await command.exited, command.output()).toMatchObject({ code: 0 })
  return command.output()
}

const rename = (session: Session, site_name: string) =>
  session.send('PUT', '/api/settings', { site_name, site_description: null })
const nameOf = async (session: Session) => (await session.get<{ site_name: string }>('/api/settings')).site_name
const state = (session: Session) => session.get<State>('/api/settings/backup')
const runsOf = (session: Session, id: string) => session.get<Run[]>(`${plans}/${id}/runs`)

/** Schedules a backup into the data directory. */
const schedule = ({ dataDir }: Server, admin: Session) =>
  admin.send<{ id: string }>('POST', plans, {
    name: 'Nightly',
    schedule: { frequency: 'daily', time: '03:00', weekday: 1, day: 1 },
    destination: { kind: 'directory', path: join(dataDir, 'backups') },
    passphrase,
    password: adminPassword,
  })

/** Resolves while the server is at this step. */
const untilStep = (admin: Session, step: string) =>
  until(`the step ${step}`, async () => (await state(admin)).operation?.step === step)

/** Uncaught errors of a page; while the server restarts, requests fail as well. */
const uncaught = ({ problems }: Tab) => problems.filter((problem) => problem.startsWith('uncaught'))

/** Files that an interrupted backup or restore could leave. */
const leftovers = ({ dataDir }: Server) =>
  readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).filter((name) => /part|\.restore/.test(name))

describe('a full backup', () => {
  const received: string[] = []
  const receiver = createServer((request, reply) => {
    received.push(String(request.headers['x-token']))
    reply.end()
  })
  beforeAll(async () => {
    receiver.listen(0, '127.0.0.1')
    await once(receiver, 'listening')
  })
  afterAll(() => receiver.close())

  it('moves a server to another host, second factors, channel secrets and agents included', async () => {
    const port = await freePort()
    const first = await stage.server({ port, config })
    const admin = await firstSignIn(first)
    const { server_id, enrollment } = await onboard(admin, 'web-1')
    const agent = stage.agent({ serverUrl: first.url, code: enrollment.code })
    await agent.line(/"connected"/)
    await rename(admin, 'moved')
    const { port: hook } = receiver.address() as AddressInfo
    const { id: channel } = await admin.send<{ id: string }>('POST', '/api/notifications', {
      name: 'Hook',
      notify_type: 'webhook',
      config_json: { url: `http://127.0.0.1:${hook}/`, headers: { 'x-token': 'channel-secret' } },
    })
    const { secret } = await admin.send<{ secret: string }>('POST', '/api/auth/2fa/setup')
    const codes = new TOTP({ secret: Secret.fromBase32(secret) })
    await admin.send('POST', '/api/auth/2fa/enable', { code: codes.generate() })

    const installed = join(first.dataDir, 'plugins/node_modules/svc-plugin-disk')
    mkdirSync(installed, { recursive: true })
    const manifest = {
      name: 'svc-plugin-disk',
      version: '1.2.3',
      svc: { kind: 'plugin', sdk: '^1.0', title: 'Disk', description: 'x' },
    }
    writeFileSync(join(installed, 'package.json'), JSON.stringify({ ...manifest, exports: './index.js' }))
    const folder = stage.directory()
    const file = join(folder, 'full.age')
    const key = join(folder, 'passphrase')
    writeFileSync(key, `${passphrase}\n`)
    expect(await type(first, 'backup', file, '--passphrase-file', key)).toContain(
      'contains everything that another host needs',
    )
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).sort()).toEqual(['full.age', 'passphrase'])
    await first.stop()

    // The address moves with the server; until then the agent finds one that does not know it.
    const other = { directory: stage.directory(), port, config }
    const second = await stage.server(other)
    await agent.line(/rejected the run token/)
    await second.stop()
    const restored = await type(second, 'restore', file, '--passphrase-file', key)
    expect(restored).toMatch(/Restored\. Start the server; the former database is kept as .+svc\.db\.pre-restore-/)
    expect(restored).toContain('had these plugins, which have to be installed: disk 1.2.3.')
    await untilHealthy(await stage.launch(other))
    expect(leftovers(second)).toEqual([])
    const login = (totp_code?: string) =>
      ask(`${second.url}/api/auth/login`, {
        method: 'POST',
        body: { username: 'admin', password: adminPassword, totp_code },
      })
    expect((await login()).status).toBe(422)
    // A code works once.
    const signedIn = await login(codes.generate({ timestamp: Date.now() + 30_000 }))
    expect(signedIn.status, signedIn.text).toBe(200)
    const session = sessionOf(
      second.url,
      (signedIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; '),
    )
    expect(await nameOf(session)).toBe('moved')
    await session.send('POST', `/api/notifications/${channel}/test`)
    expect(received).toEqual(['channel-secret'])
    await until('the agent to connect again', async () => {
      const [server] = await session.get<{ id: string }[]>('/api/servers')
      return server?.id === server_id && agent.lines.filter((line) => line.includes('"connected"')).length > 1
    })
    expect(agent.hasExited()).toBe(false)
    const log = await session.get<{ entries: { detail: string }[] }>('/api/audit-logs?action=settings.restore')
    expect(log.entries).toMatchObject([{ detail: expect.stringContaining('"full":true') }])
  })
})

describe('a server that is killed', () => {
  const place = { directory: stage.directory(), port: 0 }
  let server: Server
  let admin: Session
  let planId: string
  const kill = async () => {
    server.kill('SIGKILL')
    await server.exited
  }
  const restart = async () => {
    server = await stage.server(place)
    admin = await signIn(server.url, 'admin', adminPassword)
  }
  const isWhole = () => inspect(server.dataDir, (db) => db.pragma('integrity_check', { simple: true }))

  beforeAll(async () => {
    place.port = await freePort()
    server = await stage.server(place)
    admin = await firstSignIn(server)
    planId = (await schedule(server, admin)).id
    await server.stop()
    // Large enough to be killed in the middle of each step.
    inspect(server.dataDir, (db) => {
      db.exec('CREATE TABLE other_rows (bytes BLOB)')
      const insert = db.prepare('INSERT INTO other_rows VALUES (randomblob(1000000))')
      db.transaction(() => Array.from({ length: 60 }, () => insert.run()))()
    })
    await restart()
  })

  it.each(['copying', 'packing'])(
    'while it is %s for a backup has its data, and makes the backup again',
    async (step) => {
      await rename(admin, `killed while ${step}`)
      const before = (await runsOf(admin, planId)).length
      await admin.send('POST', `${plans}/${planId}/run`)
      await untilStep(admin, step)
      await kill()
      await restart()
      expect([await nameOf(admin), isWhole(), leftovers(server)]).toEqual([`killed while ${step}`, 'ok', []])
      const [run] = await runsOf(admin, planId)
      expect(run).toMatchObject({ state: 'failed', error: 'the server stopped during the backup' })
      expect((await runsOf(admin, planId)).length).toBe(before + 1)
      expect(await admin.get(`${plans}/${planId}/backups`)).toEqual([])
    },
  )

  it('during a restore has its data, and after the answer the restored', async () => {
    await rename(admin, 'before')
    await admin.send('POST', `${plans}/${planId}/run`)
    const backup = await until('the backup', async () => {
      const [last] = await runsOf(admin, planId)
      return last?.state === 'succeeded' ? last : undefined
    })
    await rename(admin, 'after')
    const restore = () => admin.call('POST', `${plans}/${planId}/backups/${backup.name}/restore`, {})
    for (const step of ['fetching', 'unpacking']) {
      const broken = restore().catch(() => undefined)
      await untilStep(admin, step)
      await kill()
      await broken
      await restart()
      expect([step, await nameOf(admin), isWhole(), leftovers(server)]).toEqual([step, 'after', 'ok', []])
    }
    expect((await restore()).status).toBe(200)
    await kill()
    await restart()
    expect([await nameOf(admin), isWhole(), leftovers(server)]).toEqual(['before', 'ok', []])
    expect((await state(admin)).former).toHaveLength(1)
  })
})

describe('the page', () => {
  let server: Server
  let admin: Session
  beforeAll(async () => {
    server = await stage.server()
    admin = await firstSignIn(server)
    await rename(admin, 'before')
  })

  it('schedules, makes, restores and deletes backups', async () => {
    const tab = await stage.tab({ url: server.url, session: admin })
    const { page } = tab
    await page.goto('/settings/backup')
    await page.getByText('No scheduled backups').waitFor()
    await page.getByRole('button', { name: 'Add scheduled backup' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('At least 12 characters', { exact: true }).waitFor()
    await dialog.getByLabel('Name').fill('Nightly')
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await dialog.getByLabel('Repeat passphrase').fill(passphrase)
    await dialog.getByLabel('Your password').fill('wrong-password')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.getByText('Incorrect password').waitFor()
    await checkPage(tab, { name: 'backup-dialog' })
    await dialog.getByLabel('Your password').fill(adminPassword)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText(/^Daily at 03:00 · .+\/backups$/).waitFor()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await page.getByText('Succeeded').waitFor()
    await page.getByRole('link', { name: 'Nightly' }).click()
    await page.getByRole('heading', { name: 'Stored backups' }).waitFor()
    const stored = page.getByRole('table', { name: 'Stored backups' }).getByRole('row')
    await expect.poll(() => stored.count()).toBe(2)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Download the backup of / }).click()
    expect((await download).suggestedFilename()).toMatch(/^svc-backup-.+\.tar\.zst\.age$/)

    await rename(admin, 'after')
    await page.getByRole('button', { name: /^Restore the backup of / }).click()
    await dialog.getByLabel('Type restore').fill('restore')
    expect(await violations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Backup restored').waitFor()
    expect(await nameOf(admin)).toBe('before')

    await page.goto('/settings/backup')
    await page.getByRole('button', { name: /^Delete svc\.db\.pre-restore-/ }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Former database deleted').waitFor()
    expect((await state(admin)).former).toEqual([])
    await page.getByRole('link', { name: 'Nightly' }).click()
    await page.getByRole('button', { name: /^Delete the backup of / }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No backups stored').waitFor()
    expect(uncaught(tab)).toEqual([])
  })

  it('downloads a full backup, and restores it with its passphrase', async () => {
    const tab = await stage.tab({ url: server.url, session: admin })
    const { page } = tab
    await rename(admin, 'full')
    await page.goto('/settings/backup')
    await page.getByRole('button', { name: 'Download full backup' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Passphrase', { exact: true }).fill(passphrase)
    await dialog.getByLabel('Repeat passphrase').fill(passphrase)
    await dialog.getByLabel('Your password').fill(adminPassword)
    const started = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download' }).click()
    const download = await started
    const file = join(stage.directory(), download.suggestedFilename())
    await download.saveAs(file)
    await page.getByText('Downloaded svc-backup-').waitFor()
    // The passphrase of tests with cheaper ones is hashed 2^17 times here.
    expect(readFileSync(file, 'latin1')).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S+ 17\n/)

    await rename(admin, 'after')
    const restore = async (typed: string) => {
      await page.getByLabel('Passphrase', { exact: true }).fill(typed)
      await page.getByRole('button', { name: 'Restore', exact: true }).click()
      await dialog.getByLabel('Type restore').fill('restore')
      await dialog.getByRole('button', { name: 'Restore' }).click()
    }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('This is a full backup').waitFor()
    await restore('wrong horse battery')
    await page.getByText('The passphrase is wrong').waitFor()
    expect(await nameOf(admin)).toBe('after')
    await restore(passphrase)
    await page.getByText('Backup restored').waitFor()
    expect(await nameOf(admin)).toBe('full')
    expect(existsSync(join(server.dataDir, 'svc.db'))).toBe(true)
    expect(uncaught(tab)).toEqual([])
  })
})
