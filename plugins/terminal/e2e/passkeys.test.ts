import { join } from 'node:path'
import { violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { checkPage, shoot } from '@svc/e2e/page-check'
import { connect } from '@svc/e2e/peer'
import { cleanEnv, repository, run } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
let serverId: string
let directory: string
/** Browsers make no passkeys on pages of an IP address. */
let url: string

/** `svc-agent passkey` on the host; resolves with what it prints. */
async function passkeyCommand(...args: string[]): Promise<string> {
  const program = join(repository, 'agent/bin/svc-agent.js')
  const command = [program, 'passkey', ...args, '--config', join(directory, 'agent.toml')]
  const started = run(command, { cwd: directory, env: cleanEnv() })
  expect((await started.exited).code).toBe(0)
  return started.lines.join('\n')
}
const link = async (name: string) =>
  /http:\/\/localhost:\d+\/terminal\/\S+/.exec(await passkeyCommand('add', '--name', name, '--url', url))?.[0] ?? ''

/** A tab of a browser with a device for passkeys, and everything that the server relays for its terminal. */
async function opened(isVerified = true) {
  const tab = await stage.tab({ url, session: admin, isOwn: true })
  const { page, context } = tab
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: isVerified,
      automaticPresenceSimulation: true,
    },
  })
  const relayed: string[] = []
  let drop = () => {}
  await page.routeWebSocket(/\/api\/ws\/terminal\//, (socket) => {
    const upstream = socket.connectToServer()
    const pass = (to: typeof socket) => (frame: string | Buffer) => {
      const message = JSON.parse(String(frame)) as { type: string; data?: string }
      relayed.push(message.type, Buffer.from(message.data ?? '', 'base64').toString('latin1'))
      to.send(frame)
    }
    socket.onMessage(pass(upstream))
    upstream.onMessage(pass(socket))
    drop = () => {
      void upstream.close({ code: 3001 })
      void socket.close({ code: 3001 })
    }
  })
  const pane = page.getByRole('region', { name: 'Terminal 1, session 1' })
  const screen = pane.locator('.xterm-accessibility')
  return {
    ...tab,
    pane,
    relayed,
    drop: () => drop(),
    async goToTerminal() {
      await page.goto(`/terminal/${serverId}`)
      // The question takes the focus, which closes an open menu.
      await pane.getByText('This host requires a passkey').waitFor()
      await page.getByRole('button', { name: 'More' }).last().click()
      await page.getByRole('menuitemcheckbox', { name: 'Screen reader support' }).click()
      await page.keyboard.press('Escape')
    },
    approve: () => pane.getByRole('button', { name: 'Approve with passkey' }).press('Enter'),
    async run(command: string) {
      await pane.locator('.xterm-helper-textarea').focus()
      await page.keyboard.type(`${command}\n`)
    },
    shows: (text: string) => screen.filter({ hasText: text }).waitFor(),
  }
}

beforeAll(async () => {
  server = await stage.server()
  url = server.url.replace('127.0.0.1', 'localhost')
  admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'locked-host')
  serverId = server_id
  directory = stage.directory()
  const config = { capabilities: { allow: ['terminal'] }, terminal: { shell: '/bin/sh', require_passkey: true } }
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code, directory, config })
  await agent.line(/"connected"/)
})

describe('a host that requires a passkey', () => {
  it('opens a terminal for the passkey of its link only, and the server sees only ciphertext', async () => {
    await admin.send('PUT', '/api/terminal/settings', { recording: true })
    const tab = await opened()
    const { page, pane, relayed, problems, run: type, shows, drop } = tab
    const encrypted = pane.getByText('End-to-end encrypted')

    await page.goto(await link('phone'))
    await page.getByRole('button', { name: 'Create passkey' }).waitFor()
    expect(page.url()).not.toContain('#')
    await checkPage(tab, { name: 'terminal-passkey' })
    await page.getByRole('button', { name: 'Create passkey' }).press('Enter')
    await page.getByText('Passkey created').waitFor()
    await shoot(page, 'terminal-passkey-created')
    expect(await passkeyCommand('list')).toContain('phone')

    await tab.goToTerminal()
    await checkPage(tab, { name: 'terminal-locked' })
    expect(await encrypted.count()).toBe(0)
    await tab.approve()
    await encrypted.waitFor()
    await type('value=kept; printf "sum=%s\\n" $((40+2))')
    await shows('sum=42')
    await shoot(page, 'terminal-encrypted')
    expect(await violations(page)).toEqual([])

    drop()
    await pane.getByText('Connection lost').waitFor()
    await pane.getByText('Connection lost').waitFor({ state: 'hidden' })
    await type('echo "value=$value"')
    await shows('value=kept')
    expect(relayed).toContain('approval')
    expect(relayed.join('')).not.toMatch(/sum=|value|printf|echo/)
    const recordings = await admin.get<{ items?: unknown[] }>('/api/terminal/recordings')
    expect(JSON.stringify(recordings)).not.toContain(serverId)

    // Its keys were in the memory of the page.
    await page.reload()
    await pane.getByText('This host requires a passkey').waitFor()
    await tab.approve()
    await encrypted.waitFor()
    await type('exit 3')
    await pane.getByText('Session ended: the shell exited with code 3').waitFor()
    expect(problems).toEqual([])
  })

  it('opens nothing without its passkey, nor for a used link', async () => {
    const tab = await opened()
    const { page, pane } = tab
    await tab.goToTerminal()
    await tab.approve()
    await pane.getByRole('alert').filter({ hasText: 'Not approved' }).waitFor()
    await shoot(page, 'terminal-not-approved')
    const used = await link('spare')
    await passkeyCommand('add', '--name', 'newer', '--url', url)
    await page.goto(used)
    await page.getByRole('button', { name: 'Create passkey' }).click()
    await page.getByRole('alert').filter({ hasText: 'did not accept the passkey' }).waitFor()
    await page.goto(`/terminal/${serverId}/passkey`)
    await page.getByText('This link is incomplete').waitFor()
  })

  it('accepts nothing from a client that leaves the approval out', async () => {
    const socket = await connect(`${server.url.replace(/^http/, 'ws')}/api/ws/terminal/${serverId}`, {
      cookie: admin.cookie,
      origin: server.url,
    })
    await socket.frame('challenge')
    socket.send({ type: 'input', data: Buffer.from('touch /tmp/owned\n').toString('base64') })
    expect(await socket.frame('error')).toMatchObject({ reason: 'approval_failed' })
    const log = await admin.get<{ entries: { detail: string }[] }>('/api/audit-logs?action=terminal_approval_failed')
    expect(log.entries[0]?.detail).toContain('approved sessions only')
  })
})
