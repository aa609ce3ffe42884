import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type CapabilityOverrides, installCommand, isOwnMachine } from './install-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'install-'))
afterAll(() => rmSync(folder, { recursive: true }))

const code = '-_Aa0123456789-_Aa0123456789-_Aa0123456789ab'

/** Runs `command` in a real shell with the given programs replaced by scripts. */
function run(command: string, programs: Record<string, string>): string {
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  }
  return execFileSync('/bin/sh', ['-c', command], { env: { PATH: `${folder}:/usr/bin:/bin` }, encoding: 'utf8' })
}

const noOverrides: CapabilityOverrides = { allow: [], deny: [] }
const overrides: CapabilityOverrides = { allow: ['terminal', 'docker'], deny: ['upgrade'] }

describe('the install command', () => {
  it.each([
    ['checkout', 'npx', '--no-install svc-agent'],
    ['shell', 'svc-agent', ''],
  ] as const)('%s starts the agent with address and code', (kind, program, args) => {
    const print = 'echo "$SVC_SERVER_URL|$SVC_ENROLLMENT_CODE|$*"'
    for (const url of ['https://svc.example.com', 'http://[2001:db8::1]:9527']) {
      for (const system of ['linux', 'macos'] as const) {
        const command = installCommand(system, kind, { serverUrl: url, code, overrides: noOverrides })
        expect(run(command, { [program]: print })).toBe(`${url}|${code}|${args}\n`)
      }
    }
  })

  it('contains the allowed and denied capabilities', () => {
    const command = installCommand('linux', 'checkout', { serverUrl: 'https://a.b', code, overrides })
    expect(run(command, { npx: 'echo "$*"' })).toBe(
      '--no-install svc-agent --allow-cap terminal --allow-cap docker --deny-cap upgrade\n',
    )
  })

  it('uses PowerShell syntax on Windows', () => {
    expect(installCommand('windows', 'shell', { serverUrl: 'https://a.b', code, overrides }).split('\n')).toEqual([
      '$env:SVC_SERVER_URL = "https://a.b"',
      `$env:SVC_ENROLLMENT_CODE = "${code}"`,
      'svc-agent --allow-cap terminal --allow-cap docker --deny-cap upgrade',
    ])
  })

  it('systemd writes a configuration only root can read and a unit that starts the agent with it', () => {
    const url = 'https://svc.example.com'
    // Write to a temporary directory instead of /etc.
    const command = installCommand('linux', 'systemd', { serverUrl: url, code, overrides }).replaceAll(
      '/etc/',
      `${folder}/etc/`,
    )
    run(`mkdir -p ${folder}/etc/systemd/system; ${command}`, {
      sudo: 'exec "$@"',
      systemctl: `echo "$@" >> ${folder}/calls`,
    })
    expect(readFileSync(`${folder}/etc/svc/agent.toml`, 'utf8')).toBe(
      `server_url = "${url}"\nenrollment_code = "${code}"\n` +
        '[capabilities]\nallow = ["terminal", "docker"]\ndeny = ["upgrade"]\n',
    )
    const unit = readFileSync(`${folder}/etc/systemd/system/svc-agent.service`, 'utf8')
    expect(unit).toContain(`ExecStart=/usr/bin/env svc-agent --config ${folder}/etc/svc/agent.toml\n`)
    expect(execFileSync('stat', ['-c', '%a', `${folder}/etc/svc/agent.toml`], { encoding: 'utf8' })).toBe('600\n')
    expect(readFileSync(`${folder}/calls`, 'utf8')).toBe('daemon-reload\nenable svc-agent\nrestart svc-agent\n')
  })

  it('launchd writes a configuration only root can read and a daemon that is kept alive', () => {
    const command = installCommand('macos', 'launchd', { serverUrl: 'https://a.b', code, overrides: noOverrides })
      .replaceAll('/etc/', `${folder}/mac/`)
      .replaceAll('/Library/', `${folder}/Library/`)
    run(`mkdir -p ${folder}/mac ${folder}/Library/LaunchDaemons; ${command}`, {
      sudo: 'exec "$@"',
      launchctl: `echo "$@" >> ${folder}/launched`,
    })
    expect(readFileSync(`${folder}/mac/svc/agent.toml`, 'utf8')).toBe(
      `server_url = "https://a.b"\nenrollment_code = "${code}"\n`,
    )
    const daemon = readFileSync(`${folder}/Library/LaunchDaemons/svc-agent.plist`, 'utf8')
    expect(daemon).toContain(`<string>--config</string><string>${folder}/mac/svc/agent.toml</string>`)
    expect(readFileSync(`${folder}/launched`, 'utf8')).toBe(
      `bootout system/svc-agent\nbootstrap system ${folder}/Library/LaunchDaemons/svc-agent.plist\n`,
    )
  })
})

describe('addresses of this machine only', () => {
  it.each(['http://localhost:9527', 'http://127.0.0.1', 'http://127.9.9.9', 'http://[::1]:1', 'http://a.localhost'])(
    '%s',
    (url) => {
      expect(isOwnMachine(url)).toBe(true)
    },
  )

  it.each([
    'https://svc.example.com',
    'http://192.168.1.4:9527',
    'http://localhost.example.com',
    'http://[2001:db8::1]',
  ])('not %s', (url) => {
    expect(isOwnMachine(url)).toBe(false)
  })
})
