import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const signatures: readonly [word: string, kind: string][] = [
  ['qemu', 'kvm'],
  ['kvm', 'kvm'],
  ['vmware', 'vmware'],
  ['virtualbox', 'virtualbox'],
  ['hyperv', 'hyperv'],
  ['hyper-v', 'hyperv'],
  ['xen', 'xen'],
  ['docker', 'docker'],
  ['lxc', 'lxc'],
  ['parallels', 'parallels'],
  ['bochs', 'bochs'],
  ['openstack', 'openstack'],
]

/** Detects the hypervisor from the DMI product or vendor name; null for hardware and unknown names. */
export function fromFirmware(product: string, vendor: string): string | null {
  const [what, whose] = [product.trim().toLowerCase(), vendor.trim().toLowerCase()]
  // Only Hyper-V uses this product name.
  if (what === 'virtual machine' && whose === 'microsoft corporation') return 'hyperv'
  for (const name of [what, whose]) {
    const mark = signatures.find(([word]) => name.includes(word))
    if (mark) return mark[1]
  }
  return null
}

function fromControlGroups(text: string): string | null {
  if (text.includes('docker')) return 'docker'
  return text.includes('lxc') ? 'lxc' : null
}

/** Asks systemd-detect-virt, which knows many more; null if it finds nothing or is missing. */
function fromSystemd(): Promise<string | null> {
  return new Promise((resolve) => {
    // Ignore the exit code: it is 1 for `none`.
    execFile('systemd-detect-virt', { timeout: 700 }, (_, stdout) => {
      const answer = stdout.trim()
      resolve(answer && answer !== 'none' ? answer : null)
    })
  })
}

/** The virtualization this host runs in; null on hardware. `root` is the prefix of /sys and /proc. */
export async function detectVirtualization(root: string, ask: () => Promise<string | null> = fromSystemd) {
  const read = (path: string) => readFile(join(root, path), 'utf8').catch(() => '')
  const [product, vendor] = await Promise.all([
    read('/sys/class/dmi/id/product_name'),
    read('/sys/class/dmi/id/sys_vendor'),
  ])
  const firmware = fromFirmware(product, vendor)
  if (firmware) return firmware
  if (existsSync(join(root, '/.dockerenv'))) return 'docker'
  return fromControlGroups(await read('/proc/1/cgroup')) ?? (await ask())
}

/** Parses os-release: shell assignments with optional quotes. */
export function parseOsRelease(text: string): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null)
  for (const line of text.split('\n')) {
    const match = /^\s*([A-Z][A-Z0-9_]*)=(.*?)\s*$/.exec(line)
    if (!match?.[1] || match[2] === undefined) continue
    const quoted = /^(["'])(.*)\1$/.exec(match[2])
    values[match[1]] = quoted?.[2] === undefined ? match[2] : quoted[2].replace(/\\([\\"$`])/g, '$1')
  }
  return values
}

/**
 * The OS name, for example `Linux (Debian GNU/Linux 12)`. In a container, the os-release of the host takes precedence if
 * it is mounted.
 */
export function osName(hostRelease: string | null, ownRelease: string | null): string {
  const host = parseOsRelease(hostRelease ?? '')
  if (host.PRETTY_NAME) return `Linux (${host.PRETTY_NAME})`
  const { NAME, VERSION_ID } = parseOsRelease(ownRelease ?? '')
  const name = [NAME, VERSION_ID].filter(Boolean).join(' ')
  return name ? `Linux (${name})` : 'Linux'
}

/** Parses /proc/cpuinfo: model of the first processor and number of processors. On ARM the model names the board. */
export function parseCpuinfo(text: string): { name: string | null; cores: number } {
  const value = (key: string) => new RegExp(`^${key}\\s*: *(.+?) *$`, 'mi').exec(text)?.[1]
  return {
    name: value('model name') ?? value('cpu model') ?? value('hardware') ?? value('model') ?? null,
    cores: text.match(/^processor\s*:/gim)?.length ?? 0,
  }
}

const architectures: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64', ia32: 'i686' }

/** The architecture as the kernel names it: `x86_64`, `aarch64`. */
export const architectureOf = (nodeName: string): string => architectures[nodeName] ?? nodeName
