import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { Language, Parser } from 'web-tree-sitter'
import { type Method, scriptCommand } from '../src/contract.ts'
import install from '../src/index.ts'
import { type Host, makeHost } from './host.ts'
import { agentScript, writeRelease } from './release.ts'

const script = fileURLToPath(new URL('../scripts/install.sh', import.meta.url))
const code = '-_Aa0123456789-_Aa0123456789-_Aa0123456789ab'
const platform = process.arch === 'arm64' ? 'linux-arm64' : 'linux-amd64'
const program = `svc-agent-${platform}`
const releases = mkdtempSync(join(tmpdir(), 'svc-releases-'))
const noOverrides = { allow: [], deny: [] }
let kernel: TestKernel
let url: string
let host: Host

/** The release that the server has now. */
const release = (version: string, lies: string[] = []) =>
  writeRelease(releases, { [program]: agentScript(version), 'svc-agent-darwin-arm64': agentScript(version) }, lies)

/** The command that the dashboard shows. */
const shown = (method: Method, overrides: { allow: string[]; deny: string[] } = noOverrides) =>
  scriptCommand(method, { serverUrl: url, code, overrides, upgrades: null })

/** The script with more options, as somebody would call it by hand. */
const byHand = (options: string) => `wget -qO- ${url}/install.sh | sh -s -- ${options}`

beforeAll(async () => {
  kernel = await createTestKernel({ plugins: [install], config: { install: { release_dir: releases } } })
  url = await kernel.listen()
})
afterAll(async () => {
  await kernel.close()
  rmSync(releases, { recursive: true })
})

function prepare(options: Parameters<typeof makeHost>[0]) {
  beforeEach(() => {
    release('1.0.0')
    host = makeHost(options)
    host.stub('sudo', 'exec "$@"')
    return () => host.remove()
  })
}

const withSystemd = () => {
  host.write('/run/systemd/system/.keep', '')
  host.stub('systemctl')
}

it('for PowerShell can be parsed', async () => {
  await Parser.init()
  const parser = new Parser()
  const grammar = import.meta.resolve('tree-sitter-powershell/tree-sitter-powershell.wasm')
  parser.setLanguage(await Language.load(fileURLToPath(grammar)))
  const parse = (text: string) => parser.parse(text)?.rootNode.hasError
  const text = readFileSync(script.replace(/sh$/, 'ps1'), 'utf8')
  expect(parse(text)).toBe(false)
  expect(parse(text.replace('function Stop-Agent {', 'function Stop-Agent'))).toBe(true)
})

it('passes shellcheck', () => {
  execFileSync('shellcheck', ['--shell=sh', script], { stdio: 'pipe' })
})

describe.each(['dash', 'busybox'] as const)('with %s', (shell) => {
  prepare({ shell })

  it('the shown command installs, again changes nothing, upgrades, enrolls again, uninstalls and purges', async () => {
    withSystemd()
    const overrides = { allow: ['terminal', 'docker'], deny: ['upgrade'] }
    const first = await host.run(shown('linux', overrides))
    expect(first).toMatchObject({ code: 0, output: expect.stringContaining('Installed version 1.0.0.') })
    expect(first.output).toContain(`  download   ${url}/install/${program}, checked by its SHA-256`)
    expect(first.output).not.toContain(code)
    expect(host.read('/usr/local/bin/svc-agent')).toBe(agentScript('1.0.0'))
    expect(host.mode('/usr/local/bin/svc-agent')).toBe('755')
    expect(host.read('/etc/svc/agent.toml')).toBe(
      `server_url = "${url}"\nenrollment_code = "${code}"\n` +
        '[capabilities]\nallow = ["terminal","docker"]\ndeny = ["upgrade"]\n',
    )
    expect(host.mode('/etc/svc/agent.toml')).toBe('600')
    const unit = '/etc/systemd/system/svc-agent.service'
    expect(host.read(unit)).toContain('ExecStart="/usr/local/bin/svc-agent" --config "/etc/svc/agent.toml"\n')
    expect(host.calls().filter((call) => call.startsWith('systemctl'))).toEqual([
      'systemctl daemon-reload',
      'systemctl enable svc-agent',
      'systemctl restart svc-agent',
    ])

    // The agent has replaced its code by a token, and the administrator has added a setting.
    host.write(
      '/etc/svc/agent.toml',
      `token = "secret-token"\n${host.read('/etc/svc/agent.toml')}[log]\nlevel = "debug"\n`,
    )
    const again = await host.run(byHand(`--server ${url}`))
    expect(again.output).toContain('Nothing to change')
    expect(host.calls()).toEqual(['systemctl is-active --quiet svc-agent'])

    release('1.1.0')
    expect((await host.run(byHand(`--server ${url}`))).output).toContain('Installed version 1.1.0.')
    expect(host.calls()).toContain('systemctl restart svc-agent')

    const other = `${'b'.repeat(43)}`
    host.write('/root/code', `${other}\n`, 0o600)
    expect((await host.run(byHand(`--server ${url}/ --code-file /root/code --capabilities exec`))).code).toBe(0)
    expect(host.read('/etc/svc/agent.toml')).toBe(
      `token = "secret-token"\nserver_url = "${url}"\nenrollment_code = "${other}"\n` +
        '[capabilities]\nallow = ["exec"]\n[log]\nlevel = "debug"\n',
    )

    host.write('/var/cache/svc/svc-agent-1.1.0-abc/start.cjs', '')
    host.write('/var/cache/svc/svc-server-1.1.0-abc/start.cjs', '')
    host.calls()
    expect((await host.run(byHand('--uninstall'))).output).toContain('  keep       /etc/svc/agent.toml')
    expect(host.calls()).toEqual(['systemctl disable --now svc-agent', 'systemctl daemon-reload'])
    expect([unit, '/usr/local/bin/svc-agent', '/var/cache/svc/svc-agent-1.1.0-abc'].filter(host.exists)).toEqual([])
    expect(host.exists('/etc/svc/agent.toml')).toBe(true)
    expect((await host.run(byHand('--uninstall --purge'))).code).toBe(0)
    expect(['/etc/svc', '/var/lib/svc-agent'].filter(host.exists)).toEqual([])
    expect(host.exists('/var/cache/svc/svc-server-1.1.0-abc')).toBe(true)
  })

  it('without root it installs below ~/.local, and says how to start the agent where nothing else does', async () => {
    const { code: exit, output } = await host.run(shown('account'), 'ada')
    expect(exit).toBe(0)
    expect(output).toContain('This installs or upgrades the svc agent of this host, as ada:')
    expect(host.read('/home/ada/.config/svc/agent.toml')).toBe(
      `server_url = "${url}"\nenrollment_code = "${code}"\nstate_dir = "/home/ada/.local/state/svc-agent"\n`,
    )
    expect(host.mode('/home/ada/.local/state/svc-agent')).toBe('700')
    const [, command = ''] = /^ {2}(\/home\/ada\/.*)$/m.exec(output) ?? []
    expect((await host.run(command, 'ada')).output).toBe('started with --config /home/ada/.config/svc/agent.toml\n')
    expect((await host.run(byHand('--uninstall --purge'), 'ada')).code).toBe(0)
    expect((await host.run('find /home/ada -type f', 'ada')).output).toBe('')
  })

  it('changes nothing when the program is corrupted, missing, or does not run here', async () => {
    withSystemd()
    await host.run(shown('linux'))
    const before = host.read('/etc/svc/agent.toml')
    host.calls()
    const attempt = async (options = '') => {
      const { code: exit, output } = await host.run(`${shown('linux')}${options}`)
      expect(exit).toBe(1)
      expect(host.read('/usr/local/bin/svc-agent')).toBe(agentScript('1.0.0'))
      expect(host.read('/etc/svc/agent.toml')).toBe(before)
      expect((await host.run('ls -A /usr/local/bin')).output).toBe('svc-agent\n')
      expect(host.calls().filter((call) => call.startsWith('systemctl'))).toEqual([])
      return output
    }
    release('2.0.0', [program])
    expect(await attempt()).toContain(`${program} is corrupted: its SHA-256 is `)
    writeRelease(releases, { [program]: '#!/bin/sh\necho wrong format >&2; exit 126\n' })
    expect(await attempt()).toMatch(/wrong format\n.*the agent does not run on this host\. Nothing was changed\./)
    host.write('/lib/ld-musl-x86_64.so.1', '')
    expect(await attempt()).toContain('the agent needs glibc, and this system has musl; use --docker')
    writeRelease(releases, { 'svc-agent-windows-amd64.exe': '' })
    expect(await attempt()).toContain(`${url} has no ${program}; its administrator can add it`)
    rmSync(join(releases, 'checksums.txt'))
    expect(await attempt()).toContain(`cannot download ${url}/install/checksums.txt`)
  })

  it('adds the library that small installations lack, or says so', async () => {
    const needy =
      '#!/bin/sh\n[ -e /added ] || { echo "libatomic.so.1: cannot open shared object file" >&2; exit 127; }\n'
    writeRelease(releases, { [program]: `${needy}echo 1.0.0\n` })
    const alone = await host.run(shown('account'), 'ada')
    expect(alone).toMatchObject({ code: 1, output: expect.stringContaining('Install the package libatomic1') })
    host.stub('apt-get', 'touch /added')
    expect((await host.run(shown('linux'))).output).toContain('Installed version 1.0.0.')
    expect(host.calls()).toContain('apt-get install -y libatomic1')
  })

  it('pins where the agent finds its upgrades, and who has to sign them', async () => {
    const key = 'RWQ'.padEnd(56, 'a+/')
    const pinned = { serverUrl: url, code, overrides: noOverrides, upgrades: { url: null, key } }
    const { output } = await host.run(scriptCommand('linux', pinned))
    expect(output).toContain(`  upgrades   from ${url}/install, signed by ${key}, when the dashboard asks for one`)
    const first = `server_url = "${url}"\nenrollment_code = "${code}"\n[upgrade]\n`
    expect(host.read('/etc/svc/agent.toml')).toBe(
      `${first}release_repo_url = "${url}/install"\nrelease_key = "${key}"\n`,
    )
    // Another location keeps the key, so that nobody else's release is installed by mistake.
    await host.run(byHand(`--server ${url} --releases https://get.example.com/svc --capabilities exec`))
    expect(host.read('/etc/svc/agent.toml')).toBe(
      `${first}release_repo_url = "https://get.example.com/svc"\nrelease_key = "${key}"\n[capabilities]\nallow = ["exec"]\n`,
    )
  })

  it('replaces lists of several lines, and nothing that is not its own', async () => {
    const old = `# mine\nserver_url = "http://old"\n[capabilities] # these\nallow = [\n  "a",\n  "b",\n]\ntemporary_max_duration = "1h"\n[plugins.x]\nallow = ["kept"]\nserver_url = "kept"\n`
    host.write('/etc/svc/agent.toml', `token = "t"\n${old}`)
    expect((await host.run(byHand(`--server ${url} --capabilities terminal,-exec`))).code).toBe(0)
    expect(host.read('/etc/svc/agent.toml')).toBe(
      `token = "t"\n# mine\nserver_url = "${url}"\n[capabilities] # these\nallow = ["terminal"]\ndeny = ["exec"]\n` +
        'temporary_max_duration = "1h"\n[plugins.x]\nallow = ["kept"]\nserver_url = "kept"\n',
    )
  })
})

describe('on other systems', () => {
  // The shell of BusyBox would prefer its own programs to the stubs.
  prepare({ shell: 'dash' })

  it('OpenRC: an init script that restarts the agent', async () => {
    for (const name of ['rc-service', 'rc-update']) host.stub(name)
    expect((await host.run(shown('linux'))).code).toBe(0)
    expect(host.read('/etc/init.d/svc-agent')).toContain('command_args="--config /etc/svc/agent.toml"\n')
    expect(host.mode('/etc/init.d/svc-agent')).toBe('755')
    const calls = () => host.calls().filter((call) => call.startsWith('rc-'))
    expect(calls()).toEqual(['rc-update add svc-agent default', 'rc-service svc-agent restart'])
    await host.run(byHand('--uninstall'))
    expect(calls()).toEqual(['rc-service svc-agent stop', 'rc-update del svc-agent'])
    expect(host.exists('/etc/init.d/svc-agent')).toBe(false)
  })

  it('macOS: a launchd daemon of the system, or an agent of the account', async () => {
    host.stub('uname', 'if [ "$1" = -s ]; then echo Darwin; else echo x86_64; fi')
    // The shell was translated from Intel.
    host.stub('sysctl', 'echo 1')
    host.stub('launchctl')
    expect((await host.run(shown('macos'))).output).toContain('svc-agent-darwin-arm64')
    const plist = '/Library/LaunchDaemons/svc-agent.plist'
    expect(host.read(plist)).toContain('<string>--config</string><string>/etc/svc/agent.toml</string>')
    expect(host.calls().filter((call) => call.startsWith('launchctl'))).toEqual([
      'launchctl bootout system/svc-agent',
      `launchctl bootstrap system ${plist}`,
    ])
    expect((await host.run(shown('account'), 'ada')).code).toBe(0)
    expect(host.calls().at(-1)).toBe('launchctl bootstrap gui/1000 /home/ada/Library/LaunchAgents/svc-agent.plist')
  })

  it('Docker: loads the image and passes the code on the standard input', async () => {
    writeRelease(releases, { [`svc-agent-image-${platform}.tar`]: 'the image' })
    const reactions = [
      'case $1 in',
      '  load) cp "$3" /loaded; echo "Loaded image: svc-agent:1.0.0" ;;',
      '  run) cat >/environment ;;',
      '  images) echo abc ;;',
      'esac',
    ]
    host.stub('docker', reactions.join('\n'))
    expect((await host.run(shown('docker', { allow: ['docker'], deny: ['upgrade', 'exec'] }))).code).toBe(0)
    expect(host.read('/loaded')).toBe('the image')
    expect(host.read('/environment')).toBe(
      `SVC_SERVER_URL=${url}\nSVC_ENROLLMENT_CODE=${code}\nSVC_CAPABILITIES__ALLOW=docker\nSVC_CAPABILITIES__DENY=upgrade,exec\n`,
    )
    const calls = host.calls().filter((call) => call.startsWith('docker'))
    expect(calls.at(-1)).toMatch(/^docker run -d --name svc-agent .*--read-only .* svc-agent:1\.0\.0$/)
    expect(calls.join()).not.toContain(code)
    await host.run(byHand('--docker --uninstall --purge'))
    expect(host.calls().slice(-5)).toEqual([
      'docker stop svc-agent',
      'docker rm -f svc-agent',
      'docker images -q svc-agent',
      'docker rmi -f abc',
      'docker volume rm svc-agent',
    ])
  })

  it('says what is wrong with a call, before it does anything', async () => {
    const refused = async (command: string) => {
      const { code: exit, output } = await host.run(command)
      expect(exit).not.toBe(0)
      expect(host.exists('/usr/local')).toBe(false)
      return output
    }
    expect(await refused(byHand(''))).toContain('--server is required')
    expect(await refused(byHand('--server ftp://x'))).toContain('--server must begin with https:// or http://')
    expect(await refused(byHand(`--server 'http://x/$(id)'`))).toContain('--server contains characters')
    expect(await refused(byHand(`--server ${url} --capabilities 'a;b'`))).toContain('--capabilities must be names')
    expect(await refused(byHand(`--server ${url} --releases http://x.example.com`))).toContain(
      'must begin with https://',
    )
    expect(await refused(byHand(`--server ${url} --releases 'https://x/"'`))).toContain(
      '--releases contains characters',
    )
    expect(await refused(byHand(`--server ${url} --release-key RWQ`))).toContain('--release-key requires --releases')
    expect(await refused(byHand(`--server ${url} --frobnicate`))).toContain('unknown option --frobnicate')
    expect(await refused(byHand(`--server ${url} --purge`))).toContain('--purge requires --uninstall')
    expect(await refused(byHand(`--server ${url}`))).toContain('no enrollment code: set SVC_ENROLLMENT_CODE')
    expect(await refused(`export SVC_ENROLLMENT_CODE='a"b'; ${byHand(`--server ${url}`)}`)).toContain('copy it again')
    host.stub('uname', 'if [ "$1" = -s ]; then echo Linux; else echo riscv64; fi')
    expect(await refused(shown('linux'))).toContain('there is no agent for processors of the kind riscv64')
  })

  it('--dry-run says the same and does nothing', async () => {
    const { code: exit, output } = await host.run(`${shown('linux')} --dry-run`)
    expect(exit).toBe(0)
    expect(output).toContain('  configure  /etc/svc/agent.toml')
    expect(['/usr/local', '/etc/svc'].filter(host.exists)).toEqual([])
  })
})

describe('with every program traced', () => {
  prepare({ shell: 'dash', traced: true })

  it('no program gets the code as an argument', async () => {
    withSystemd()
    expect((await host.run(shown('linux'))).code).toBe(0)
    expect(host.read('/etc/svc/agent.toml')).toContain(code)
    const seen = host.read('/arguments') + host.read('/calls')
    expect(seen).toContain('wget -q -O')
    expect(seen).toContain('awk -v server=')
    expect(seen).not.toContain(code)
  })
})
