import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Size, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { shoot } from '@svc/e2e/page-check'
import { connect } from '@svc/e2e/peer'
import { freePort } from '@svc/e2e/place'
import type { Program } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let place: { directory: string; port: number }
let admin: Session
let host: { readonly id: string; readonly directory: string; start(): Program }
let agent: Program

async function enrolled(name: string, allow: readonly string[]) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const directory = stage.directory()
  const config = { capabilities: { allow }, terminal: { shell: '/bin/sh', max_sessions: 20 } }
  const start = () => stage.agent({ serverUrl: server.url, code: enrollment.code, directory, config })
  return { id, directory, start }
}

/** Processes whose environment has this variable, which is how a test marks its shells. */
const marked = (mark: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`SHELL_MARK=${mark}`)
    } catch {
      return false
    }
  })
const untilGone = (mark: string) => until('the processes of the session to end', () => marked(mark).length === 0)

/** The terminal of the host, with its text for screen readers. */
async function opened(size: Size = 'wide') {
  const tab = await stage.tab({ url: server.url, session: admin, size, isOwn: true })
  const { page, context } = tab
  if (size === 'phone') {
    const debugging = await context.newCDPSession(page)
    await debugging.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  }
  let drop = () => {}
  await page.routeWebSocket(/\/api\/ws\/terminal\//, (socket) => {
    const upstream = socket.connectToServer()
    drop = () => {
      void upstream.close({ code: 3001 })
      void socket.close({ code: 3001 })
    }
  })
  await page.goto(`/terminal/${host.id}`)
  const pane = page.getByRole('region', { name: 'Terminal 1, session 1' })
  // The terminal takes the focus when it opens, which closes an open menu.
  await pane.locator('.xterm-helper-textarea').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'More' }).last().click()
  await page.getByRole('menuitemcheckbox', { name: 'Screen reader support' }).click()
  await page.keyboard.press('Escape')
  const screen = pane.locator('.xterm-accessibility')
  await pane.locator('.xterm-helper-textarea').focus()
  // Its spaces are non-breaking ones.
  const showing = (text: string) => screen.filter({ hasText: RegExp(text.replaceAll(' ', '\\s')) })
  const shows = (text: string) => showing(text).waitFor()
  const hides = (text: string) => showing(text).waitFor({ state: 'detached' })
  // What is typed before the prompt would be lost.
  await shows('[#$]')
  const run = async (command: string) => {
    await pane.locator('.xterm-helper-textarea').focus()
    await page.keyboard.type(`${command}\n`)
  }
  return { ...tab, pane, shows, hides, run, drop: () => drop() }
}

beforeAll(async () => {
  place = { directory: stage.directory(), port: await freePort() }
  server = await stage.server(place)
  admin = await firstSignIn(server)
  host = await enrolled('shell-host', ['terminal'])
  agent = host.start()
  await agent.line(/"connected"/)
})

describe('the terminal of a host', () => {
  it('runs a shell and a full-screen program, until it is closed', async () => {
    const { page, pane, run, shows, problems, context } = await opened()
    await run('export SHELL_MARK=page; printf "sum=$((40+2)) \\347\\265\\202\\n"')
    await shows('sum=42 終')
    const file = join(host.directory, 'written.txt')
    await run(`SHELL_MARK=page vim -u NONE -N ${file}`)
    await shows('~')
    await page.keyboard.type('ihello from vim')
    await page.keyboard.press('Escape')
    await shows('hello from vim')
    await shoot(pane, 'terminal-vim')
    await run(':wq')
    await until('vim to write', () => existsSync(file) && readFileSync(file, 'utf8') === 'hello from vim\n')
    await run('SHELL_MARK=page sleep 1000')
    await until('the program to run', () => marked('page').length > 0)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Close session' }).click()
    await page.getByRole('heading', { name: 'shell-host' }).waitFor()
    await untilGone('page')
    expect(problems).toEqual([])
    await context.close()
  })

  it('shows htop, and continues a tmux session from another terminal', async () => {
    const { page, run, shows, hides, context } = await opened()
    await run('htop')
    await shows('Load average')
    await shoot(page, 'terminal-htop')
    await page.keyboard.press('q')
    // It drops what is typed until it has ended.
    await hides('Load average')
    const socket = join(host.directory, 'tmux.sock')
    // It takes keys that come within a millisecond as pasted, and not as commands.
    await run(`tmux -f /dev/null -S ${socket} new -s work \\; set -g assume-paste-time 0`)
    await shows('\\[work\\]')
    await run('kept=$((30+3))')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('d')
    await shows('detached')
    await page.getByRole('button', { name: 'Close session' }).click()
    await page.getByRole('heading', { name: 'shell-host' }).waitFor()
    const again = await opened()
    await again.run(`tmux -S ${socket} attach`)
    await again.run('echo "kept=$kept"')
    await again.shows('kept=33')
    await again.run(`tmux -S ${socket} kill-server`)
    await again.shows('exited')
    await again.context.close()
    await context.close()
  })

  it('splits, opens tabs, and interrupts endless output at once', async () => {
    const { page, run, shows, context } = await opened()
    await run('yes endless')
    await shows('endless')
    await page.keyboard.press('Control+C')
    await run('echo "after=$((1+1))"')
    await shows('after=2')
    await page.getByRole('button', { name: 'Split' }).click()
    await page.getByRole('region', { name: 'Terminal 1, session 2' }).waitFor()
    await page.getByRole('button', { name: 'New tab' }).click()
    await page.getByRole('tab', { name: 'Terminal 2', selected: true }).waitFor()
    await page.getByRole('region', { name: 'Terminal 2, session 1' }).waitFor()
    await shoot(page, 'terminal-tabs')
    await context.close()
  })

  it('continues the same shell after a lost connection', async () => {
    const { pane, run, shows, drop, context } = await opened()
    await run('value=kept; echo ready')
    await shows('ready')
    drop()
    await pane.getByText('Connection lost').waitFor()
    await pane.getByText('Connection lost').waitFor({ state: 'hidden' })
    await run('echo "value=$value"')
    await shows('value=kept')
    await context.close()
  })

  it('continues the same shells after a reload', async () => {
    const { page, run, shows, problems, context } = await opened()
    await run('value=kept; echo "before=$((3+4))"')
    await shows('before=7')
    await page.getByRole('button', { name: 'Split' }).click()
    await page.getByRole('region', { name: 'Terminal 1, session 2' }).waitFor()
    await page.reload()
    await page.getByRole('region', { name: 'Terminal 1, session 2' }).waitFor()
    await shows('before=7')
    await run('echo "value=$value"')
    await shows('value=kept')
    expect(problems).toEqual([])
    await context.close()
  })

  it('ends with the shell, with the reason, and begins again', async () => {
    const { page, pane, run, shows, context } = await opened()
    await run('exit 3')
    const ended = pane.getByText('Session ended: the shell exited with code 3')
    await ended.waitFor()
    expect(await violations(page)).toEqual([])
    await pane.getByRole('button', { name: 'New session' }).click()
    await ended.waitFor({ state: 'detached' })
    await run('echo "again=$((2+2))"')
    await shows('again=4')
    await context.close()
  })

  it('records a session, says so, and plays it', async () => {
    const settings = (recording: boolean) => admin.send('PUT', '/api/terminal/settings', { recording })
    await settings(true)
    const { page, pane, run, shows, problems, context } = await opened()
    await pane.getByText('This session is recorded').waitFor()
    await run('printf "shown=$((20+3))\\n"')
    await shows('shown=23')
    await shoot(page, 'terminal-recorded')
    expect(await violations(page)).toEqual([])
    await settings(false)
    await run('exit')
    await pane.getByText('Session ended').waitFor()
    await page.getByRole('button', { name: 'More' }).last().click()
    await page.getByRole('menuitem', { name: 'Recordings' }).click()
    await page.getByRole('link', { name: /^Play shell-host/ }).click()
    await page.getByRole('slider', { name: 'Position' }).press('End')
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    const player = page.getByRole('region', { name: 'Recorded terminal' })
    await player.locator('.xterm-accessibility').getByText('shown=23', { exact: true }).waitFor()
    await shoot(page, 'terminal-played')
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file).toContain('shown=23')
    await page.getByRole('button', { name: 'Delete recording' }).click()
    await page.getByRole('button', { name: 'Delete recording' }).last().click()
    await page.getByText('No recordings').waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  it('has the keys that a phone lacks, Ctrl for the next one', async () => {
    const { page, run, shows, context } = await opened('phone')
    const bar = page.getByRole('toolbar', { name: 'Keys' })
    const control = bar.getByRole('button', { name: 'Ctrl', exact: true })
    await run('cat -v')
    await control.click()
    expect(await control.getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.type('b')
    expect(await control.getAttribute('aria-pressed')).toBe('false')
    await page.keyboard.type('b')
    await bar.getByRole('button', { name: 'Arrow up' }).click()
    await control.click()
    await bar.getByRole('button', { name: 'Arrow up' }).click()
    await page.keyboard.press('Enter')
    await shows('\\^Bb\\^\\[\\[A\\^\\[\\[1;5A')
    await shoot(page, 'terminal-phone')
    await bar.getByRole('button', { name: 'Ctrl-C' }).click()
    await run('echo "back=$((1+1))"')
    await shows('back=2')
    expect(await violations(page)).toEqual([])
    await context.close()
  })

  it('leaves nothing behind when the agent is killed', async () => {
    const { pane, run, context } = await opened()
    await run('SHELL_MARK=killed sleep 1000')
    await until('the program to run', () => marked('killed').length > 0)
    await agent.kill('SIGKILL')
    await pane.getByText('Session ended: the agent disconnected').waitFor()
    await untilGone('killed')
    await context.close()
    agent = host.start()
    await agent.line(/"connected"/)
  })

  it('continues nothing when the server was killed, and leaves a recording that can be played', async () => {
    await admin.send('PUT', '/api/terminal/settings', { recording: true })
    const { pane, run, shows, context } = await opened()
    await run('echo "recorded=$((50+5))"; SHELL_MARK=crash sleep 1000')
    await shows('recorded=55')
    await until('the program to run', () => marked('crash').length > 0)
    await server.kill('SIGKILL')
    await server.exited
    await untilGone('crash')
    await pane.getByText('Connection lost').waitFor()
    server = await stage.server(place)
    await pane.getByText('Session ended: the session no longer exists').waitFor()
    await admin.send('PUT', '/api/terminal/settings', { recording: false })
    const { recordings } = await admin.get<{ recordings: { id: string; cut: string }[] }>('/api/terminal/recordings')
    expect(recordings[0]).toMatchObject({ cut: 'server_crash' })
    const { text } = await admin.call('GET', `/api/terminal/recordings/${recordings[0]?.id}/cast`)
    const lines = text.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line)).length).toBeGreaterThan(1)
    expect(text).toContain('recorded=55')
    await context.close()
    await agent.line(/"connected"/)
  })

  it('says which command allows it on the host', async () => {
    const { id, start } = await enrolled('closed-host', [])
    await start().line(/"connected"/)
    const { page, context } = await stage.tab({ url: server.url, session: admin })
    await page.goto(`/terminal/${id}`)
    await page.getByText('sudo svc-agent grant terminal --for 30m').waitFor()
    await shoot(page, 'terminal-denied')
    expect(await violations(page)).toEqual([])
    await context.close()
  })

  it('opens nothing for another origin', async () => {
    const url = `${server.url.replace(/^http/, 'ws')}/api/ws/terminal/${host.id}`
    const before = agent.lines.length
    await expect(connect(url, { cookie: admin.cookie, origin: 'https://evil.example' })).rejects.toThrow('403')
    expect(agent.lines.slice(before).join('\n')).not.toContain('terminal')
  })
})
