import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeContainers, parseContainerId } from './container.ts'

const id = 'ab12'.repeat(16)

it.each([
  [`0::/system.slice/docker-${id}.scope\n`],
  [`12:pids:/docker/${id}\n1:name=systemd:/docker/${id}\n`],
  [`0::/machine.slice/libpod-${id}.scope/container\n`],
  [`0::/kubepods.slice/kubepods-burstable.slice/kubepods-pod1_2.slice/cri-containerd-${id}.scope\n`],
  [`0::/kubepods/besteffort/pod1/${id}\n`],
])('the container is found in %j', (text) => expect(parseContainerId(text)).toBe(id))

it.each(['0::/init.scope\n', '0::/user.slice/user-0.slice\n', '', `0::/system.slice/${id}.service\n`])(
  'there is none in %j',
  (text) => expect(parseContainerId(text)).toBeNull(),
)

it('is named as Docker names it, otherwise by its id', async () => {
  const root = mkdtempSync(join(tmpdir(), 'svc-containers-'))
  const folder = join(root, 'var/lib/docker/containers', id)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.v2.json'), '{"Name":"/web-1"}')
  const containers = makeContainers(root)
  expect(await containers.nameOf(`0::/docker/${id}\n`)).toBe('web-1')
  expect(await containers.nameOf(`0::/docker/${'0'.repeat(64)}\n`)).toBe('000000000000')
  expect(await containers.nameOf('0::/init.scope\n')).toBeNull()
  rmSync(root, { recursive: true })
})
