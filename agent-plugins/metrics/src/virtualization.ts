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
