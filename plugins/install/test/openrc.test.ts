import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, type TestKernel } from '@svc/kernel/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { scriptCommand } from '../src/contract.ts'
import install from '../src/index.ts'
import { copyLibraries, type Host, makeHost } from './host.ts'
import { writeRelease } from './release.ts'

const program = `svc-agent-${process.arch === 'arm64' ? 'linux-arm64' : 'linux-amd64'}`
const releases = mkdtempSync(join(tmpdir(), 'svc-releases-'))
/** Stays, as an agent does. */
const agent =
  '#!/bin/sh\nif [ "$1" = --version ]; then echo 1.0.0; else echo "started with $* as $$"; exec sleep 600; fi\n'

let kernel: TestKernel
let url: string
let host: Host

/** Downloads Debian's packages of OpenRC, whose lists may be missing. */
function downloadOpenrc(folder: string) {
  const apt = (...args: string[]) => execFileSync('apt-get', args, { cwd: folder, stdio: 'pipe' })
  const download = () => apt('download', 'openrc', 'librc1', 'libeinfo1')
  try {
    download()
  } catch {
    apt('update', '-qq')
    download()
  }
}

/** Puts the real OpenRC into the host, as a system that has booted with it. */
function addOpenrc() {
  const packages = mkdtempSync(join(tmpdir(), 'svc-openrc-'))
  downloadOpenrc(packages)
  for (const name of globSync('*.deb', { cwd: packages })) {
    execFileSync('dpkg-deb', ['-x', join(packages, name), host.folder])
  }
  rmSync(packages, { recursive: true })
  for (const name of ['rc-service', 'rc-update', 'supervise-daemon', 'openrc-run']) {
    copyLibraries(host.folder, join(host.folder, 'sbin', name))
  }
  const states = ['starting', 'started', 'stopping', 'inactive', 'wasinactive', 'failed', 'hotplugged', 'scheduled']
  for (const name of [...states, 'exclusive', 'daemons', 'options', 'tmp']) {
    mkdirSync(join(host.folder, 'run/openrc', name), { recursive: true })
  }
  mkdirSync(join(host.folder, 'var/log'), { recursive: true })
  host.write('/run/openrc/softlevel', 'default')
  symlinkSync('/run', join(host.folder, 'var/run'))
  // Debian's package reads it.
  host.write('/etc/insserv.conf', '')
  // The network is that of the machine which the test runs on.
  host.write('/etc/rc.conf', 'rc_provide="net"\nrc_sys=""\n')
}

beforeAll(async () => {
  writeRelease(releases, { [program]: agent })
  kernel = await createTestKernel({ plugins: [install], config: { install: { release_dir: releases } } })
  url = await kernel.listen()
  host = makeHost({ shell: 'busybox' })
  addOpenrc()
  host.stub('sudo', 'exec "$@"')
})
afterAll(async () => {
  await asRoot('rc-service svc-agent stop')
  host.remove()
  await kernel.close()
  rmSync(releases, { recursive: true })
})

/** Runs as root, whose path has the programs of the system. */
const asRoot = (command: string) => host.run(`PATH=/sbin:/usr/sbin:$PATH; ${command}`)

const starts = () => [...host.read('/var/log/svc-agent.log').matchAll(/^started with (.*) as (\d+)$/gm)]

it('installs the agent as a service of the real OpenRC, which restarts it, and removes it', async () => {
  const code = '-_Aa0123456789-_Aa0123456789-_Aa0123456789ab'
  const overrides = { allow: [], deny: [] }
  const installed = await asRoot(scriptCommand('linux', { serverUrl: url, code, overrides, upgrades: null }))
  expect(installed.code, installed.output).toBe(0)
  await vi.waitFor(() => expect(starts().map(([, args]) => args)).toEqual(['--config /etc/svc/agent.toml']))
  expect((await asRoot('rc-service svc-agent status')).output).toContain('started')
  expect((await asRoot('rc-update show default')).output).toContain('svc-agent')

  process.kill(Number(starts()[0]?.[2]), 'SIGKILL')
  await vi.waitFor(() => expect(starts()).toHaveLength(2))

  const running = Number(starts()[1]?.[2])
  const removed = await asRoot(`wget -qO- ${url}/install.sh | sh -s -- --uninstall`)
  expect(removed.code, removed.output).toBe(0)
  await vi.waitFor(() => expect(() => process.kill(running, 0)).toThrow('ESRCH'))
  expect((await asRoot('rc-update show default')).output).not.toContain('svc-agent')
  expect(host.exists('/etc/init.d/svc-agent')).toBe(false)
})
