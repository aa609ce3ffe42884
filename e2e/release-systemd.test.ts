import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { onboard } from '@svc/e2e/enrol'
import { bootMachine, canBoot, type Machine } from '@svc/e2e/machine'
import { releasedPrograms } from '@svc/e2e/released-programs'
import { type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { programs } from '../scripts/release/contents.mjs'
import { buildDebianPackage } from '../scripts/release/debian.mjs'
import { ownTarget, type Target } from '../scripts/release/targets.mjs'
import { writeOtherVersion } from './release/other-version.ts'

const target = ownTarget as Target
const asset = `svc-agent-${target?.name}`
const stage = makeStage()
const compress = (bytes: Buffer) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })

interface Job {
  readonly status: string
  readonly stage: string
  readonly error: string | null
}

describe.runIf(canBoot)('on a machine with systemd', () => {
  let executables: Record<string, string>
  let machine: Machine
  let admin: Session

  const show = async (unit: string, property: string) =>
    (await machine.must(`systemctl show -P ${property} ${unit}`)).trim()
  const versionOf = async (id: string) =>
    (await admin.get<{ agent_version: string | null }>(`/api/servers/${id}`)).agent_version
  /** Its log since systemd started it the last time. */
  const logOf = async (unit: string) =>
    machine.must(`journalctl -o cat _SYSTEMD_INVOCATION_ID=${await show(unit, 'InvocationID')}`)
  const untilConnected = (version: string, id: string) =>
    until(`the agent ${version}`, async () => {
      const isConnected = /"connected"/.test(await logOf('svc-agent'))
      return isConnected && (await versionOf(id)) === version
    })
  const pidOf = (unit: string) => show(unit, 'MainPID')

  /** Installs the package of a program. Resolves to what it says. */
  function install(name: string): Promise<string> {
    const program = programs.find((each) => each.name === name) as (typeof programs)[number]
    const executable = executables[name] as string
    const file = buildDebianPackage(program, {
      target,
      version: '1.0.0',
      executable,
      compress,
      output: stage.directory(),
    })
    copyFileSync(file, machine.path('/tmp/package.deb'))
    return machine.must('dpkg -i /tmp/package.deb')
  }
  /** How exposed a service is, from 0 to 10. */
  const exposureOf = async (unit: string) =>
    Number(
      /exposure level for \S+: ([\d.]+)/.exec(await machine.must(`systemd-analyze security --no-pager ${unit}`))?.[1],
    )

  /** A release in a folder of the machine, with checksums. */
  function publish(folder: string, write: (path: string) => void) {
    const path = machine.path(folder)
    mkdirSync(path, { recursive: true })
    write(join(path, asset))
    const sum = createHash('sha256')
      .update(readFileSync(join(path, asset)))
      .digest('hex')
    writeFileSync(join(path, 'checksums.txt'), `${sum}  ${asset}\n`)
  }

  beforeAll(async () => {
    executables = releasedPrograms()
    machine = await bootMachine()
    stage.later(() => machine.stop())
    await install('svc-server')
    const log = () => machine.must('journalctl -o cat -u svc-server')
    const password = await until('the password', async () => /admin password: ([\w-]+)/.exec(await log())?.[1])
    admin = await signIn(await machine.forward(9527), 'admin', password)
    await admin.send('POST', '/api/auth/onboarding', { new_password: 'correct horse battery staple' })
  })
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    process.stderr.write(
      (await machine.run('journalctl --no-pager -u svc-agent -u svc-server | tail -20 | cut -c1-300')).output,
    )
  })

  it('the package of the server runs it sandboxed, and as an account of its own', async () => {
    expect(await machine.must(`ps -o user= -p ${await pidOf('svc-server')}`)).toMatch(/^svc-(server|\+)/)
    expect(await machine.must('stat -c "%U %a" /var/lib/svc-server /etc/svc/server.toml')).toBe(
      'svc-server 700\nroot 640\n',
    )
    expect(await exposureOf('svc-server')).toBeLessThanOrEqual(2.5)
  })

  it('the package of the agent says what is missing, and then starts without a configuration file', async () => {
    expect(await install('svc-agent')).toContain('Edit /etc/default/svc-agent, then start it')
    expect(await show('svc-agent', 'ActiveState')).toBe('inactive')
    await machine.must('systemctl start svc-agent')
    await until('the failure', async () => (await show('svc-agent', 'ActiveState')) === 'failed')
    expect(await machine.must('journalctl -o cat -u svc-agent')).toContain(
      'server_url is required: set it to a non-empty string in the configuration file or in SVC_SERVER_URL',
    )
    expect(await show('svc-agent', 'NRestarts')).toBe('0')

    const { server_id, enrollment } = await onboard(admin, 'packaged')
    const settings = 'SVC_SERVER_URL=http://127.0.0.1:9527\nSVC_CAPABILITIES__DENY=ping_tcp\n'
    const withCode = `${settings}SVC_ENROLLMENT_CODE=${enrollment.code}\n`
    writeFileSync(machine.path('/etc/default/svc-agent'), withCode)
    await machine.must('systemctl start svc-agent')
    await untilConnected('1.0.0', server_id)
    expect(await machine.must('stat -c "%U %a" /var/lib/svc-agent/agent.toml')).toBe('svc-agent 600\n')
    expect(await exposureOf('svc-agent')).toBeLessThanOrEqual(2.5)

    // The next package restarts it and keeps what the administrator has changed.
    const before = await pidOf('svc-agent')
    await machine.must('dpkg -i /tmp/package.deb')
    expect(await pidOf('svc-agent')).not.toBe(before)
    expect(readFileSync(machine.path('/etc/default/svc-agent'), 'utf8')).toBe(withCode)
    await untilConnected('1.0.0', server_id)

    // Settings may also be in a file that only root can write.
    await machine.must('mkdir -p /etc/svc && mv /etc/default/svc-agent /tmp/settings && : >/etc/default/svc-agent')
    writeFileSync(machine.path('/etc/svc/agent.toml'), 'server_url = "http://127.0.0.1:9527"\n')
    const again = await onboard(admin, 'another')
    await machine.must(
      `rm /var/lib/svc-agent/agent.toml; echo SVC_ENROLLMENT_CODE=${again.enrollment.code} >/etc/default/svc-agent`,
    )
    await machine.must('systemctl restart svc-agent')
    await untilConnected('1.0.0', again.server_id)

    await machine.must('dpkg -r svc-agent')
    expect((await machine.run('systemctl is-active svc-agent')).output).toBe('inactive\n')
    expect(await machine.must('ls /var/lib/svc-agent/agent.toml /etc/default/svc-agent')).toContain('agent.toml')
    await machine.must('dpkg -P svc-agent && rm /etc/svc/agent.toml')
    const left = await machine.run('ls -d /var/lib/svc-agent /var/cache/svc-agent /etc/default/svc-agent')
    expect(left.output.match(/No such file/g)).toHaveLength(3)
    expect((await machine.run('getent passwd svc-agent')).code).not.toBe(0)
  })

  describe('the installation script', () => {
    const script = 'curl -fsSL http://127.0.0.1:9527/install.sh | sh -s -- '
    const server = '--server http://127.0.0.1:9527'
    let serverId: string
    const phase = async () => JSON.parse(await machine.must('cat /var/lib/svc-agent/upgrade.json')).phase
    const jobs = () => admin.get<Job[]>(`/api/servers/${serverId}/upgrades`)
    const upgrade = (version: string) => admin.send('POST', `/api/servers/${serverId}/upgrade`, { version })
    /** Processes of the agent that are not started by another one. */
    const agents = async () => (await machine.run('pgrep -x -f "(/usr/local/bin/)?svc-agent .*"')).output

    beforeAll(async () => {
      publish('/var/lib/svc-server/releases', (path) => copyFileSync(executables['svc-agent'] as string, path))
      await machine.must('chown -R svc-server: /var/lib/svc-server/releases')
      await machine.must('mkdir /srv/releases && systemd-run -q busybox httpd -f -p 127.0.0.1:8000 -h /srv')
    })

    it('installs a service, and does nothing the second time', async () => {
      const { server_id, enrollment } = await onboard(admin, 'installed')
      serverId = server_id
      const options = `${server} --capabilities terminal --releases http://127.0.0.1:8000/releases`
      const output = await machine.must(`export SVC_ENROLLMENT_CODE=${enrollment.code}; ${script} ${options}`)
      expect(output).toContain('The agent is started.')
      await untilConnected('1.0.0', serverId)
      expect(await machine.must('systemctl is-enabled svc-agent')).toBe('enabled\n')
      const before = await pidOf('svc-agent')
      expect(await machine.must(script + server)).toContain('Nothing to change')
      expect(await pidOf('svc-agent')).toBe(before)
    })

    it('its agent upgrades itself when the dashboard asks for it', async () => {
      publish('/srv/releases/download/v1.1.0', (path) =>
        writeOtherVersion(executables['svc-agent'] as string, '1.1.0', path),
      )
      await upgrade('1.1.0')
      await until('the success', async () => (await jobs())[0]?.status === 'succeeded')
      await until('the confirmation', async () => (await phase()) === 'confirmed')
      await until('systemd to start it again', async () => (await show('svc-agent', 'NRestarts')) === '1')
      await untilConnected('1.1.0', serverId)
      expect(await agents()).toBe(`${await pidOf('svc-agent')}\n`)
    })

    it('a version that dies after three seconds is rolled back', async () => {
      const dying = '#!/bin/sh\nif [ "$1" = --version ]; then echo 1.2.0; exit; fi\nsleep 3\nexit 9\n'
      publish('/srv/releases/download/v1.2.0', (path) => writeFileSync(path, dying, { mode: 0o755 }))
      await upgrade('1.2.0')
      await until('the failure', async () => (await jobs())[0]?.status === 'failed')
      expect((await jobs())[0]?.error).toContain('exited with code 9')
      await untilConnected('1.1.0', serverId)
      expect(await phase()).toBe('rolled_back')
      expect(await agents()).toBe(`${await pidOf('svc-agent')}\n`)
    })

    it('a kill while the candidate proves itself leaves one agent, the candidate', async () => {
      publish('/srv/releases/download/v1.3.0', (path) =>
        writeOtherVersion(executables['svc-agent'] as string, '1.3.0', path),
      )
      await upgrade('1.3.0')
      await until('the candidate', async () => (await phase()) === 'installed')
      const before = await pidOf('svc-agent')
      await machine.must(`kill -KILL ${before}`)
      await until('systemd to start it again', async () => !['0', before].includes(await pidOf('svc-agent')))
      await until('the confirmation', async () => (await phase()) === 'confirmed')
      await untilConnected('1.3.0', serverId)
      expect(await agents()).toBe(`${await pidOf('svc-agent')}\n`)
    })

    it('uninstalls, and with --purge leaves nothing', async () => {
      expect(await machine.must(`${script} --uninstall --purge`)).toContain('Removed.')
      const places = '/usr/local/bin/svc-agent* /etc/svc/agent.toml /var/lib/svc-agent /etc/systemd/system/svc-agent*'
      expect((await machine.run(`ls -d ${places}`)).output.match(/No such file/g)).toHaveLength(4)
      expect(await agents()).toBe('')
    })

    it('without root it is a service of the account', async () => {
      // What the login of an account does.
      await machine.must(`useradd -m ada && mkdir -p /run/user && install -d -o ada -m 700 "/run/user/$(id -u ada)"
        systemd-run -q --unit user-ada -p User=ada -p Delegate=yes -E "XDG_RUNTIME_DIR=/run/user/$(id -u ada)" \\
          /lib/systemd/systemd --user`)
      const asAda = (command: string) =>
        machine.must(`runuser -u ada -- env HOME=/home/ada "XDG_RUNTIME_DIR=/run/user/$(id -u ada)" sh -c '${command}'`)
      await until('the service manager of the account', async () =>
        asAda('systemctl --user is-system-running || true').then((state) => /running|degraded/.test(state)),
      )
      const { server_id, enrollment } = await onboard(admin, 'of-ada')
      const output = await asAda(`export SVC_ENROLLMENT_CODE=${enrollment.code}; ${script} ${server}`)
      expect(output).toContain('/home/ada/.config/systemd/user/svc-agent.service')
      await until('the agent of ada', async () => (await versionOf(server_id)) === '1.0.0')
      expect(await asAda('systemctl --user is-active svc-agent')).toBe('active\n')
      await asAda(`${script} --uninstall --purge`)
      expect(await machine.must('find /home/ada -name "*svc*" -o -name agent.toml')).toBe('')
    })
  })

  it('what root restores can be read by the account of the server', async () => {
    const restore = 'svc-server restore /root/svc.db --config /etc/svc/server.toml'
    await machine.must('svc-server backup /root/svc.db --config /etc/svc/server.toml')
    await machine.must(`systemctl stop svc-server && rm -r /var/lib/svc-server/* && ${restore}`)
    expect(await machine.must('find /var/lib/svc-server -user root')).toBe('')
    await machine.must('systemctl start svc-server')
    await until('the server', async () => (await machine.run('curl -sf localhost:9527/readyz')).code === 0)
  })

  it('purging the package of the server leaves nothing', async () => {
    await machine.must('dpkg -P svc-server')
    const left = await machine.run('ls -d /var/lib/svc-server /var/cache/svc-server /etc/svc /usr/bin/svc-server')
    expect(left.output.match(/No such file/g)).toHaveLength(4)
    expect((await machine.run('getent passwd svc-server')).code).not.toBe(0)
  })
})
